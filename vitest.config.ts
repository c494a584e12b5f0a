import os from 'node:os';
import { defineConfig } from 'vitest/config';

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
          testTimeout: 20_000,
          // Half of the processor time went into loading the same modules anew for each file. What a file leaves behind, the
          // next one in its process meets: a test that changes something global puts it back.
          isolate: false,
        },
      },
      // What takes too long for a check: a part of `npm test`.
      { test: { name: 'deep', environment: 'node', include: ['tests/**/*.deep.ts'], testTimeout: 120_000 } },
    ],
  },
});
