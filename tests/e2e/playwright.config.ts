import { defineConfig } from '@playwright/test';
import { currentCommit } from '../simulation/seeds.ts';

// By it the drill chooses: the same for every worker, also where somebody commits while it runs.
process.env['DRILL_COMMIT'] ??= currentCommit();

/** These take the time between two tabs, a leader and its successor, a network and its return. */
const alone = /(eight-tabs|tabs|faults-socket)\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  // One server per worker. Most of a test is waiting, so a run of everything takes two files at a time; what measures
  // milliseconds is then run by itself.
  workers: 1,
  fullyParallel: false,
  timeout: 300_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/e2e.json' }]],
  outputDir: '../../test-results',
  forbidOnly: true,
  projects: [
    // What a person must see within seconds is late on a machine that others keep busy: once more then, and counted as such.
    { name: 'beside', testIgnore: alone, retries: 1 },
    // Who leads and who writes is right every time.
    { name: 'alone', testMatch: alone, retries: 0 },
  ],
});
