import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { FetchedCode } from '@/client/lib/fetched-code';
import { untilFetched } from './until-fetched';

type Fetch<Props> = FetchedCode<ComponentType<Props>>;

/**
 * A component that something a person presses needs, such as a dialog. `fetchCode` resolves to true
 * once `Component` is there; a failure is told under `title`, with Retry. `fetch` must be the same
 * function on every render.
 */
export function useFetchedComponent<Props>(fetch: Fetch<Props>, title: string) {
  const [fetched, setFetched] = useState<{ Component: ComponentType<Props> } | null>(null);
  const fetchCode = useCallback(async (): Promise<boolean> => {
    const Component = await untilFetched(fetch, title);
    if (Component) setFetched({ Component });
    return Component !== null;
  }, [fetch, title]);
  /** Fetches the code when it becomes likely. A failure is told when the code is needed. */
  const preload = useCallback(() => void fetch(), [fetch]);
  return { Component: fetched?.Component ?? null, fetchCode, preload };
}

/** A component that stands in the page and is fetched at once. Its place tells a failure. */
export function usePartOfPage<Props>(fetch: Fetch<Props>) {
  const [fetched, setFetched] = useState<{ Component: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(async () => {
    const Component = await fetch();
    if (Component) setFetched({ Component });
    setFailed(Component === null);
  }, [fetch]);
  useEffect(() => void retry(), [retry]);
  return { Component: fetched?.Component ?? null, failed, retry };
}
