import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['sync/**/*.test.ts', 'server/**/*.test.ts', 'src/**/*.test.ts', 'tests/simulation/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
