import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

/** Vite's module that every dynamic import of the build is handed to, with the files that it needs. */
const VITE_HELPER = '\0vite/preload-helper.js';

/** Puts src/client/lib/fetch-files.ts in the place of Vite's own helper. */
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

/** Names each import's files, its own alone too, which Vite leaves out. */
export const namedFiles: ModulePreloadOptions = {
  resolveDependencies: (file, others, { hostType }) =>
    hostType === 'js' && others.length === 0 ? [file] : others,
};
