import { type ComponentType, useCallback, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is needed: with `fetchCode`, or at once with `atOnce`.
 * A failed fetch is returned and can be tried again; React's `lazy` would throw it. `load` must be
 * the same function on every render.
 */
export function useLoadedCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  { atOnce = false } = {},
) {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  /** Resolves to true when `Component` is there. */
  const fetchCode = useCallback(async (): Promise<boolean> => {
    try {
      setLoaded({ Component: await load() });
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }, [load]);
  /** Fetches the code when it becomes likely. A failure shows when it is needed. */
  const preload = useCallback(() => void load().catch(() => {}), [load]);
  useEffect(() => {
    if (atOnce) void fetchCode();
  }, [atOnce, fetchCode]);
  return { Component: loaded?.Component ?? null, failed, fetchCode, preload };
}
