import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilFetched } from './until-fetched';

type Part = { preload?: () => unknown };

/** The latest change of page; an earlier one that still waits is given up. */
let latest = 0;

/**
 * Leaves a page only once the code of the next one is there, so that a page is never lost for one that
 * cannot be shown. Stands once above all screens, before any other watcher of the history.
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
  const isThere = await untilFetched(() => fetchPage(router, pathname), 'Page not opened');
  return isThere === null || own !== latest;
}

/** Fetches the code of all that a page is made of; null where a part cannot be fetched. */
async function fetchPage(router: AnyRouter, pathname: string): Promise<true | null> {
  const [routes, , found] = router.getMatchedRoutes(pathname);
  const parts: (Part | undefined)[] = routes.map(({ options }) => options.component);
  if (!found) parts.push(routes[0]?.options.notFoundComponent as Part | undefined);
  await Promise.all(parts.map((part) => part?.preload?.()));
  // The router takes `preload` away from a part that is there, and keeps a failure to itself.
  return parts.every((part) => !part?.preload) ? true : null;
}
