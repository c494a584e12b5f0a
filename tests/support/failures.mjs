// What fell in a report of Vitest or Playwright, in one or two lines each: a log of thousands of lines is read from its end.
import { stripVTControlCharacters } from 'node:util';

/** @returns {string[]} name and first words of each failure */
export function failuresIn(report) {
  if (report.stats)
    return [
      ...(report.errors ?? []).map(({ message }) => told('before any test', message)),
      ...(report.suites ?? []).flatMap(failedSpecs),
    ];
  return report.testResults.flatMap((file) => [
    ...(file.status === 'failed' && file.assertionResults.length === 0 ? [told(file.name, file.message)] : []),
    ...file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => told(test.fullName, test.failureMessages?.[0])),
  ]);
}

function failedSpecs(suite) {
  const own = (suite.specs ?? []).flatMap((spec) => {
    if (spec.ok) return [];
    const result = spec.tests.flatMap((test) => test.results).find((one) => one.status !== 'passed');
    return [told(`${spec.file}: ${spec.title}`, result?.error?.message ?? result?.status)];
  });
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

function told(name, message) {
  const lines = stripVTControlCharacters(message ?? 'without a word')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  return `failed: ${name}\n    ${lines.slice(0, 8).join(' · ').slice(0, 600)}`;
}
