import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
            'tests/{simulation,model,evolution,bench,rules,sessions,structure}/**/*.test.ts',
          ],
          testTimeout: 20_000,
        },
      },
      // What takes too long for a check: a part of `npm test`.
      { test: { name: 'deep', environment: 'node', include: ['tests/**/*.deep.ts'], testTimeout: 120_000 } },
    ],
  },
});
