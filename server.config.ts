import { cp } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
const outDir = path.join(root, 'dist-server');

/**
 * The server as it is started: one file, what it imports from packages beside it. Read from its sources, a start takes more than twice as
 * long, and seventy megabytes more stay taken.
 */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'migrations',
      writeBundle: () =>
        cp(path.join(root, 'server/store/migrations'), path.join(outDir, 'migrations'), { recursive: true }),
    },
  ],
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
});
