import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  // Two cores: one browser suite at a time, one server per worker.
  workers: 1,
  fullyParallel: false,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  retries: 0,
  reporter: [['line'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/e2e.json' }]],
  outputDir: '../../test-results',
  forbidOnly: true,
});
