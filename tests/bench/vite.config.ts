import path from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** The bench page: the shipped client modules and the limits, in one page and one worker. */
export default defineConfig({
  root: here,
  base: '/bench/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: path.resolve(here, '../../.cache/bench/page'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { page: path.join(here, 'page.html'), 'engine.worker': path.join(here, 'engine.worker.ts') },
      output: {
        entryFileNames: (chunk) => (chunk.name.endsWith('.worker') ? 'workers/[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
