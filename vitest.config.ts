import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that draw: they say so in their first line. */
const drawn = fs
  .readdirSync(path.join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8').startsWith('// @vitest-environment'));

/** What a context of its own has not: ports between windows that copy what they carry. These have a process each. */
const withPorts = ['src/lib/browser-client.test.ts', 'src/lib/browser-client-open.test.ts'];

export default defineConfig({
  test: {
    // One for each processor: left to itself it keeps one back.
    maxWorkers: os.availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'sync/**/*.test.ts',
            'server/**/*.test.ts',
            'src/**/*.test.{ts,tsx}',
            'worker/**/*.test.ts',
            'tests/{simulation,model,evolution,bench,rules,mutants,sessions,structure,races}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...drawn],
          testTimeout: 20_000,
          // Half of the processor time went into loading the same modules anew for each file. What a file leaves behind, the
          // next one in its process meets: a test that changes something global puts it back.
          isolate: false,
        },
      },
      // A document, its clocks and what a screen holds of them outlast a file: each of these has all of it for itself, in a context of its own
      // (a process of its own takes three times as long).
      {
        test: {
          name: 'screens',
          environment: 'node',
          pool: 'vmThreads',
          include: drawn.filter((file) => !withPorts.includes(file)),
          testTimeout: 20_000,
        },
      },
      { test: { name: 'ports', environment: 'node', include: withPorts, testTimeout: 20_000 } },
      // What takes too long for a check: a part of `npm test`.
      { test: { name: 'deep', environment: 'node', include: ['tests/**/*.deep.ts'], testTimeout: 120_000 } },
    ],
  },
});
