import path from 'node:path';
import { defineConfig } from 'vite';

/** The soak page: the shipped client in a page that writes. Its workers are those of the built app. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/soak/',
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: path.resolve('.cache/soak/page'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { page: path.join(import.meta.dirname, 'page.html') } },
  },
});
