import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { FetchedCode } from '@/client/lib/fetched-code';
import { offerReloadIfGone, untilFetched } from './until-fetched';

type Fetch<Props> = FetchedCode<ComponentType<Props>>;

/**
 * Loads a component that a press needs, such as a dialog. `fetchCode` resolves to true once
 * `Component` is loaded. If that fails, a toast with `title` offers Retry.
 *
 * @param fetch must be the same function on every render
 */
export function useFetchedComponent<Props>(fetch: Fetch<Props>, title: string) {
  const [fetched, setFetched] = useState<{ Component: ComponentType<Props> } | null>(null);
  const fetchCode = useCallback(async (): Promise<boolean> => {
    const Component = await untilFetched(fetch, title);
    if (Component) setFetched({ Component });
    return Component !== null;
  }, [fetch, title]);
  /** Fetches the code before it's needed. A failure is only reported when the code is needed. */
  const preload = useCallback(() => void fetch(), [fetch]);
  return { Component: fetched?.Component ?? null, fetchCode, preload };
}

/** Loads a component that's part of the page. The page shows a failure in its place. */
export function usePartOfPage<Props>(fetch: Fetch<Props>) {
  const [fetched, setFetched] = useState<{ Component: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(async () => {
    const Component = await fetch();
    if (Component) setFetched({ Component });
    setFailed(Component === null);
    if (!Component) void offerReloadIfGone();
  }, [fetch]);
  useEffect(() => void retry(), [retry]);
  return { Component: fetched?.Component ?? null, failed, retry };
}
