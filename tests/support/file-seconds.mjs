// How long each spec file of a Playwright report took, its hooks and second tries included.

/** @returns {{ file: string, seconds: number }[]} in the order of the report */
export function secondsPerFile(report) {
  return (report.suites ?? []).map((suite) => ({ file: suite.file, seconds: milliseconds(suite) / 1000 }));
}

function milliseconds(suite) {
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests.flatMap((test) => test.results));
  const inner = (suite.suites ?? []).map(milliseconds);
  return [...own.map((result) => result.duration), ...inner].reduce((sum, one) => sum + one, 0);
}
