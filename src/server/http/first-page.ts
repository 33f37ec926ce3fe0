import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { errorFields } from '@/server/config/log';
import type { FirstPagePath } from './first-page/own-answers';
import type { FirstPageBuild, FirstPages } from './first-page/pages';
import { withTimeLimit } from './time-limit';

/** If the database takes longer than this, an empty page is sent instead. */
const WITHIN_MS = 1_500;

/**
 * Creates the route of the first pages (first-page/pages.ts), which are loaded with their first
 * request. It returns null for every other request, including addresses with a `?`, and rejects if
 * a page can't be rendered.
 *
 * @param load returns the build's output for rendering
 */
export function createFirstPageRoute(deps: Deps, load: () => Promise<FirstPageBuild>) {
  let pages: FirstPages | null = null;
  let isBroken = false;
  const loadPages = lazy(async () => {
    const [{ createFirstPages }, build] = await Promise.all([import('./first-page/pages'), load()]);
    pages = createFirstPages(deps, build);
    return pages;
  });

  /** Logs one line per failure, not one per request. */
  function report(error: unknown): never {
    if (!isBroken) deps.log.error("a first page couldn't be rendered", errorFields(error));
    isBroken = true;
    throw error;
  }
  function noteAnswer(response: Response): Response {
    isBroken = false;
    return response;
  }

  return (request: Request): Response | Promise<Response> | null => {
    const path = firstPagePath(request);
    if (!path) return null;
    const found = pages ? pages(request, path) : loadPages().then((made) => made(request, path));
    return found instanceof Promise
      ? withTimeLimit(found, WITHIN_MS).then(noteAnswer, report)
      : found;
  };
}

const PATHS: readonly string[] = ['/', '/schedule', '/account'] satisfies FirstPagePath[];
const isFirstPage = (path: string): path is FirstPagePath => PATHS.includes(path);

function firstPagePath({ method, url }: Request): FirstPagePath | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = url.slice(url.indexOf('/', 8));
  return isFirstPage(path) ? path : null;
}
