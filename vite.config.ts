import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchFiles, namedFiles } from './scripts/fetch-files.ts';
import { pageGroups } from './scripts/page-groups.ts';
import { withoutUnusedCalls } from './scripts/without-unused-calls.ts';
import { workerFiles } from './scripts/worker-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { plugin: findPageGroups, groups } = pageGroups();

export default defineConfig({
  root: at('src/client'),
  // The server's environment files must never get into the browser's bundle.
  envDir: false,
  cacheDir: at('node_modules/.vite'),
  resolve: {
    alias: {
      '@': at('src'),
      // React has had this hook itself since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
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
    fetchFiles(),
    withoutUnusedCalls(),
    workerFiles('sw'),
    findPageGroups,
  ],
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    modulePreload: namedFiles,
    // For scripts/first-page-build.ts.
    manifest: true,
    // Production doesn't use source maps, which are as large as the code.
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: at('src/client/index.html'),
        delivery: at('src/client/delivery-page/script.ts'),
        sw: at('src/client/service-worker/sw.ts'),
      },
      // Reading a property has no side effects in our code or in packages.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      // A busy machine's slowness isn't a problem of the code.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups },
        // A service worker is identified by its address, so its file name has no hash.
        entryFileNames: ({ name }) => (name === 'sw' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
