// How long each spec file of a Playwright report took, and which took too long.

/** No spec file should take more seconds than this in a run of everything: the table of a run marks those that do. */
export const mostSeconds = 90;

/** And none may take more than this: a machine may be half as fast as ours, or carry something else. */
export const refusedSeconds = 2 * mostSeconds;

/** @returns {{ file: string, seconds: number }[]} in the order of the report, second tries included */
export function secondsPerFile(report) {
  return perFile(report, (results) => results.reduce((sum, { duration }) => sum + duration, 0));
}

/**
 * Files whose tests are too long by themselves: each counts with its quickest try, and what they wait for before and between
 * them does not count, so that a loaded machine is not taken for a long test.
 * @returns {{ file: string, seconds: number }[]}
 */
export function slowFiles(report, most = refusedSeconds) {
  return perFile(report, (results) => Math.min(...results.map(({ duration }) => duration))).filter(
    ({ seconds }) => seconds > most,
  );
}

/** @returns {string} as failures are told */
export function tellSlow({ file, seconds }) {
  return `failed: ${file}\n    its tests take ${seconds.toFixed(1)} s, and no file may take more than ${refusedSeconds}: share what they begin with, divide them, or move depth to nightly`;
}

function perFile(report, ofTest) {
  return (report.suites ?? []).map((suite) => ({ file: suite.file, seconds: milliseconds(suite, ofTest) / 1000 }));
}

function milliseconds(suite, ofTest) {
  const own = (suite.specs ?? []).flatMap((spec) => spec.tests).map(({ results }) => results);
  const ownMs = own.filter((results) => results.length > 0).map(ofTest);
  const inner = (suite.suites ?? []).map((one) => milliseconds(one, ofTest));
  return [...ownMs, ...inner].reduce((sum, one) => sum + one, 0);
}
