import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

/** Vite's module that loads a dynamic import and the files it needs. */
const VITE_HELPER = '\0vite/preload-helper.js';

/** Replaces Vite's helper with src/client/lib/fetch-files.ts. */
export function fetchFiles(): Plugin {
  return {
    name: 'fetch-files',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) =>
      source === VITE_HELPER
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
