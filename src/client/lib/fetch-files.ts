import { fetchFile } from './fetch-file';

/** The files that were fetched here or are on their way, each under its path. */
const files = new Map<string, Promise<void>>();

/**
 * Imports code once each of its files is in the browser's cache; takes the place of Vite's helper in the
 * build (scripts/fetch-files.ts). Some browsers, Chromium 153 among them, remember for the life of a page
 * that a file could not be imported, so that no second try helps. Of a `fetch` they remember nothing.
 *
 * @param paths of the code itself, of all that it imports, and of its styles
 * @throws TypeError in the words that the router knows, where a file cannot be fetched
 */
export async function __vitePreload<Module>(
  importing: () => Promise<Module>,
  paths: readonly string[],
): Promise<Module> {
  await Promise.all(paths.map((path) => fetchOnce(`/${path}`)));
  return importing();
}

function fetchOnce(path: string): Promise<void> {
  const known = files.get(path);
  if (known) return known;
  if (document.querySelector(`[src="${path}"], [href="${path}"]`)) return Promise.resolve();
  const fetching = (path.endsWith('.css') ? addStyles(path) : fetchFile(path)).catch(() => {
    files.delete(path);
    throw new TypeError(`Failed to fetch dynamically imported module: ${path}`);
  });
  files.set(path, fetching);
  return fetching;
}

function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', (event) => {
      link.remove();
      reject(event);
    });
    document.head.append(link);
  });
}
