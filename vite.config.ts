import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { driverFiles } from './scripts/driver-files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What every page stands on. In one piece it packs smaller, and outlives a change of our own code.
 * Only one page of staff asks before it is left, so that goes with that page.
 */
const FRAME = /node_modules[\\/](react|react-dom|scheduler|@tanstack|@trpc)[\\/](?!.*useBlocker)/;

const COMPONENTS =
  'badge|button|callout|class-names|connection-banner|definition-list|field|icon|icon-shapes|money|page|panel|radio-cards|site-header|spinner|states|stepper|text-input|toast-store|toaster|top-dialog';
const LIB =
  'calls|connection|contact-store|loaded-code|now|page-title|problem|query-client|search|session|trpc|wire';
const DOMAIN = 'calendar|money|text|pricing/(fuel|quote)|booking/(options|status)';

/** What the first screen is drawn with, and most others too: one file for what would be twenty. */
const PIECES = new RegExp(
  `/src/(client/components/(${COMPONENTS})|client/lib/(${LIB})|domain/(${DOMAIN}))\\.tsx?$`,
);

const GROUPS = [
  { name: 'frame', test: FRAME, priority: 2 },
  { name: 'pieces', test: (id: string) => PIECES.test(id.replaceAll('\\', '/')), priority: 1 },
];

export default defineConfig({
  root: at('src/client'),
  // No environment file of the server is ever read into the browser's bundle.
  envDir: false,
  cacheDir: at('node_modules/.vite'),
  resolve: {
    alias: {
      '@': at('src'),
      // The same hook on React's own store instead of a stand-in for React 17.
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
    driverFiles('driver-sw'),
  ],
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    // Read by nobody in production and as large as the code itself.
    sourcemap: false,
    reportCompressedSize: false,
    // Browsers without it load the same files a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: at('src/client/index.html'),
        'driver-sw': at('src/client/service-worker/driver-sw.ts'),
      },
      // The package does not say so itself: what nobody imports of it does nothing.
      treeshake: { moduleSideEffects: [{ test: /@trpc[\\/]client/, sideEffects: false }] },
      // How long a busy machine took is no fault of the code.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: GROUPS },
        // A worker is known by its address, so that one never carries a hash.
        entryFileNames: ({ name }) =>
          name === 'driver-sw' ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
