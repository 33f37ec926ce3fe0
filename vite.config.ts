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
  priority: 1,
};

/**
 * Other components that several chunks use come in one file: every small request waits for a slow line.
 * `use-zod-form` stays outside, because it brings zod, which no page needs before its first form.
 */
const SHARED = {
  name: 'shared',
  test: /[\\/]src[\\/]client[\\/](components|lib|appointment)[\\/](?!use-zod-form)/,
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
        codeSplitting: { groups: [FIRST, SHARED] },
        // A worker is known by its address, so that one never carries a hash.
        entryFileNames: ({ name }) => (name === 'sw' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
