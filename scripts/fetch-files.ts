import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

/** Vite's module that loads a dynamic import and the files it needs. */
const VITE_HELPER = '\0vite/preload-helper.js';

/** These files share no code with the app, so they keep Vite's own helper. */
const APART = '/src/client/delivery-page/';

/** Replaces Vite's helper with src/client/lib/fetch-files.ts. */
export function fetchFiles(): Plugin {
  return {
    name: 'fetch-files',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === VITE_HELPER && !importer?.includes(APART)
        ? fileURLToPath(new URL('../src/client/lib/fetch-files.ts', import.meta.url))
        : null,
  };
}

/** Makes Vite list the files of each import, even if there's only one. */
export const namedFiles: ModulePreloadOptions = {
  // A browser without module preload (Safari 16) finds the files by their imports.
  polyfill: false,
  resolveDependencies: (file, others, { hostType }) =>
    hostType === 'js' && others.length === 0 ? [file] : others,
};
