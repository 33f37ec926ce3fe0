import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that's the same on every render and calls the latest `work`, so that it
 * doesn't make memoized rows render again. For event handlers only.
 */
export function useSteady<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
