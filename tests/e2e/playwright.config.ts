import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Most of a test is waiting: two files at a time keep two cores no busier than one build does. One server per worker.
  workers: 2,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  retries: 0,
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/e2e.json' }]],
  outputDir: '../../test-results',
  forbidOnly: true,
});
