import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPageModules } from './scripts/first-page-modules.ts';
import { workerFiles } from './scripts/worker-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const firstPage = firstPageModules();

/** What the first pages share comes in one file, and nothing else in it. */
const FIRST = {
  name: (id: string) => (firstPage.holds(id) ? 'first' : null),
  minShareCount: 2,
  priority: 2,
};

/** What reads forms. It is apart, because a group takes along all that its parts import. */
const FORMS = {
  name: 'forms',
  test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]src[\\/]domain[\\/](fields|order[\\/]order\.schema|account[\\/](email-address|sign-in\.schema))\./,
  minShareCount: 2,
  priority: 2,
};

/**
 * Other components that several chunks use come in one file: every small request waits for a slow line.
 * Outside stays what `/` never loads, and what brings a package along: zod, Leaflet or the QR code.
 */
const ALONE = [
  'use-zod-form',
  'leaflet-map',
  'position-map',
  'qr-code',
  'photo-',
  'shrink-photo',
  'entry-changes',
  'joined',
  'unsaved-work',
  'end-api-keys',
  'charge-question',
  'bar-plot',
  'plot-frame',
  'session-list',
  'secret-dialog',
  'pager',
  'tabs',
  'search-input',
  'driver-facts',
  'own-position',
];

const parts = '[\\\\/]src[\\\\/]client[\\\\/](components|lib|appointment)[\\\\/]';
const SHARED = {
  name: 'shared',
  test: new RegExp(`${parts}(?!${ALONE.join('|')})`),
  minShareCount: 2,
};

export default defineConfig({
  root: at('src/client'),
  // No environment file of the server is ever read into the browser's bundle.
  envDir: false,
  cacheDir: at('node_modules/.vite'),
  resolve: {
    alias: {
      '@': at('src'),
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: at('src/client/routes'),
      generatedRouteTree: at('src/client/routeTree.gen.ts'),
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    workerFiles('sw'),
    firstPage.plugin,
  ],
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    // For scripts/first-page-build.ts.
    manifest: true,
    // Read by nobody in production and as large as the code itself.
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: at('src/client/index.html'),
        sw: at('src/client/service-worker/sw.ts'),
      },
      // How long a busy machine took is no fault of the code.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: [FIRST, FORMS, SHARED] },
        // A worker is known by its address, so that one never carries a hash.
        entryFileNames: ({ name }) => (name === 'sw' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
