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
    // Production does not use it, and it is as large as the code itself.
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: at('src/client/index.html'),
        sw: at('src/client/service-worker/sw.ts'),
      },
      // No code of ours or of a package acts when a property is only read.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      // How long a busy machine took is no fault of the code.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups },
        // A worker is known by its address, so that one never carries a hash.
        entryFileNames: ({ name }) => (name === 'sw' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
