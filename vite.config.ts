import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { apartFromWorkers, firstChunks, inOneDirection, pagesAsNamed } from './chunks.config.ts';
import { firstPaint } from './first-paint.config.ts';
import { iconsByFile } from './icons.config.ts';
import { partsPack } from './pack.config.ts';
import { sodiumInUse } from './sodium.config.ts';

const api = { target: 'http://127.0.0.1:8787', ws: true };

const pack = partsPack();

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    iconsByFile(),
    sodiumInUse(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        id: '/',
        name: 'Orchid',
        short_name: 'Orchid',
        description: 'Your practice, with or without a connection.',
        start_url: '/open',
        scope: '/',
        display: 'standalone',
        background_color: '#f7f3ee',
        theme_color: '#f7f3ee',
        categories: ['medical', 'productivity'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        shortcuts: [
          { name: 'Calendar', url: '/pro-dashboard/schedule' },
          { name: 'Patients', url: '/pro-dashboard/patient-charts' },
          { name: 'My sessions', url: '/member-dashboard/sessions' },
        ],
      },
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
        // For who was never here: the device itself always opens `index.html`.
        globIgnores: ['pages/**'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        manifestTransforms: [pack.transform],
      },
    }),
    pack.plugin,
    apartFromWorkers(),
    inOneDirection(),
    pagesAsNamed(),
    firstPaint(),
  ],
  resolve: {
    // The positive control of the canary scan: the same app with sealing off. No such switch is in the shipped build.
    alias:
      mode === 'unsealed'
        ? [
            {
              find: /^.*\/row-sealer\.ts$/,
              replacement: path.resolve(import.meta.dirname, 'tests/support/unsealed-row-sealer.ts'),
            },
          ]
        : [],
  },
  build: {
    outDir: mode === 'unsealed' ? '.cache/dist-unsealed' : 'dist',
    emptyOutDir: true,
    // What a later page imports is not asked for ahead of it: a preload that failed is remembered by the browser, and the page then comes by
    // no second try. What the HTML names is needed at once.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, names, { hostType }) => (hostType === 'html' ? names : []),
    },
    // All of it is 15 kB: one file, known from the start, so that no part is drawn before its style has come.
    cssCodeSplit: false,
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    rollupOptions: {
      // Workers are entries of the same build, so that page and worker share one libsodium.
      input: {
        index: 'index.html',
        'sync.worker': 'worker/sync.worker.ts',
        'argon2.worker': 'worker/argon2.worker.ts',
      },
      output: {
        codeSplitting: firstChunks(),
        entryFileNames: (chunk) => (chunk.name.endsWith('.worker') ? 'workers/[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api } },
}));
