import { fetchFile } from './fetch-file';

/** Files that this page has fetched or is fetching, by path. */
const files = new Map<string, Promise<void>>();

/**
 * Imports code once all of its files are in the browser's cache. It replaces Vite's helper in the
 * build (scripts/fetch-files.ts). Some browsers, including Chromium 153, remember a failed import
 * until the page closes, so a second try fails, too. They don't remember a failed `fetch`.
 *
 * @param paths the files of the code, of everything that it imports, and of its styles
 * @throws TypeError with a message that the router knows, if a file can't be fetched
 */
export async function __vitePreload<Module>(
  importing: () => Promise<Module>,
  paths: readonly string[],
): Promise<Module> {
  await Promise.all(paths.map((path) => fetchOnce(`/${path}`)));
  return importing();
}

function fetchOnce(path: string): Promise<void> {
  const earlier = files.get(path);
  if (earlier) return earlier;
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
