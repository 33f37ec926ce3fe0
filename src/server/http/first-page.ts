import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import { errorFields } from '@/server/config/log';
import type { FirstPageBuild, FirstPagePath, FirstPages } from './first-page/pages';
import { withTimeLimit } from './time-limit';

/** An empty page is shown sooner than one that the database keeps waiting. */
const WITHIN_MS = 1_500;

/**
 * The route of the pages that begin with their content (first-page/pages.ts), which are loaded with
 * the first request for one. It gives null for every other request, also for an address with a `?`, and
 * rejects where a page could not be rendered.
 *
 * @param load what the build has made to render them with
 */
export function createFirstPageRoute(deps: Deps, load: () => Promise<FirstPageBuild>) {
  let pages: FirstPages | null = null;
  let isBroken = false;
  const loadPages = lazy(async () => {
    const [{ createFirstPages }, build] = await Promise.all([import('./first-page/pages'), load()]);
    pages = createFirstPages(deps, build);
    return pages;
  });

  /** One line a failure, not one a request. */
  function report(error: unknown): never {
    if (!isBroken) deps.log.error('a first page was not rendered', errorFields(error));
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

function firstPagePath({ method, url }: Request): FirstPagePath | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = url.slice(url.indexOf('/', 8));
  return path === '/' || path === '/schedule' ? path : null;
}
