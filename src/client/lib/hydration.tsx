import { IsRestoringProvider } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

type Taking = { renderedAt: number; end: () => void };

const TakingContext = createContext<Taking | null>(null);

type HydrationProps = {
  /** The server's clock (ms) when it rendered the page, or null if the browser renders it. */
  renderedAt: number | null;
  /** Called once the whole page is hydrated. */
  onEnd?: () => void;
  children: ReactNode;
};

/**
 * Wraps a page that the server rendered. The screen hydrates a moment after the frame around it.
 * Queries wait until then, because an earlier answer would make the screen differ from the server's
 * HTML.
 */
export function Hydration({ renderedAt, onEnd, children }: HydrationProps) {
  const [isTaking, setIsTaking] = useState(renderedAt !== null);
  const hasEnded = useRef(false);
  const end = useCallback(() => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    // Every query renders its part of the page again, which must not delay a press.
    startTransition(() => setIsTaking(false));
    onEnd?.();
  }, [onEnd]);
  const taking = useMemo(
    () => (isTaking && renderedAt !== null ? { renderedAt, end } : null),
    [isTaking, renderedAt, end],
  );
  return (
    <TakingContext value={taking}>
      <IsRestoringProvider value={isTaking}>{children}</IsRestoringProvider>
    </TakingContext>
  );
}

/**
 * Reports that the screen is hydrated. The frame of every screen that the server renders calls it.
 */
export function useHydrationEnd(): void {
  const taking = useContext(TakingContext);
  useEffect(() => taking?.end(), [taking]);
}

/** Returns the server's clock during hydration, and null afterward. */
export const useRenderedAt = () => useContext(TakingContext)?.renderedAt ?? null;

const never = () => () => {};

/** False on the server and during hydration. Some content renders only in a browser. */
export const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
