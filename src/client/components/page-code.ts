import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilFetched } from './until-fetched';

type Part = { preload?: () => unknown };

/** The number of the latest page change. Earlier changes that are still pending are abandoned. */
let latest = 0;

/**
 * Leaves a page only after the next page's code has loaded, so that the current page stays if the
 * next one can't be shown. The root calls this once, before any other watcher of the history.
 */
export function usePageCode(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.history.block({
        blockerFn: ({ currentLocation, nextLocation }) =>
          currentLocation.pathname !== nextLocation.pathname &&
          isOutOfReach(router, nextLocation.pathname),
        enableBeforeUnload: false,
      }),
    [router],
  );
}

async function isOutOfReach(router: AnyRouter, pathname: string): Promise<boolean> {
  latest += 1;
  const own = latest;
  const isThere = await untilFetched(() => fetchPage(router, pathname), 'Page Not Opened');
  return isThere === null || own !== latest;
}

/** Fetches all of a page's code. Resolves to null if a part can't be fetched. */
async function fetchPage(router: AnyRouter, pathname: string): Promise<true | null> {
  const [routes, , found] = router.getMatchedRoutes(pathname);
  const parts: (Part | undefined)[] = routes.map(({ options }) => options.component);
  if (!found) parts.push(routes[0]?.options.notFoundComponent as Part | undefined);
  await Promise.all(parts.map((part) => part?.preload?.()));
  // The router removes `preload` from a part that has loaded, but doesn't report a failure.
  return parts.every((part) => !part?.preload) ? true : null;
}
