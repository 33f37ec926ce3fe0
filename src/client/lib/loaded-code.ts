import { type ComponentType, useCallback, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is `wanted`. A failed fetch is returned and can be retried;
 * React's `lazy` would throw it. `load` must be the same function on every render.
 */
export function useLoadedCode<Props>(load: () => Promise<ComponentType<Props>>, wanted: boolean) {
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(async () => {
    try {
      setLoaded({ Component: await load() });
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [load]);
  useEffect(() => {
    if (wanted) void retry();
  }, [wanted, retry]);
  return { Component: loaded?.Component ?? null, failed, retry };
}
