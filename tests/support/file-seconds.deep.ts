import { expect, test } from 'vitest';
import { mostSeconds, refusedSeconds, secondsPerFile, slowFiles, tellSlow } from './file-seconds.mjs';

const results = (...seconds: readonly number[]) => ({
  tests: [{ results: seconds.map((one) => ({ duration: one * 1000 })) }],
});

const report = {
  suites: [
    { file: 'short.spec.ts', specs: [results(40), results(50)] },
    { file: 'tried-twice.spec.ts', specs: [results(60, 55), results(20)] },
    { file: 'long.spec.ts', specs: [results(60)], suites: [{ specs: [results(30.5)] }] },
    { file: 'not-run.spec.ts', specs: [{ tests: [{ results: [] }] }] },
  ],
};

test('seconds of a spec file are those of its tests, in groups too, second tries included', () => {
  expect(secondsPerFile(report)).toEqual([
    { file: 'short.spec.ts', seconds: 90 },
    { file: 'tried-twice.spec.ts', seconds: 135 },
    { file: 'long.spec.ts', seconds: 90.5 },
    { file: 'not-run.spec.ts', seconds: 0 },
  ]);
});

test('a spec file of more than twice 90 seconds is refused by its name, one that needed a second try is not', () => {
  expect([mostSeconds, refusedSeconds]).toEqual([90, 180]);
  expect(slowFiles(report)).toEqual([]);
  expect(slowFiles(report, mostSeconds)).toEqual([{ file: 'long.spec.ts', seconds: 90.5 }]);
  expect(slowFiles(report, 80).map(({ file }) => file)).toEqual(['short.spec.ts', 'long.spec.ts']);
  expect(slowFiles({})).toEqual([]);
  expect(tellSlow({ file: 'long.spec.ts', seconds: 90.5 })).toMatch(/^failed: long\.spec\.ts\n {4}.*90\.5 s/);
});
