import { IsRestoringProvider } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
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
  /** The server's clock (ms) when it rendered the page; null for a page that the browser renders. */
  renderedAt: number | null;
  /** Called once the browser has taken over all of the page. */
  onEnd?: () => void;
  children: ReactNode;
};

/**
 * Stands around a page that the server has rendered. The screen is taken over a moment later than the
 * frame around it; no query asks until then, because an answer in between would make the screen
 * differ from what the server wrote.
 */
export function Hydration({ renderedAt, onEnd, children }: HydrationProps) {
  const [isTaking, setIsTaking] = useState(renderedAt !== null);
  const hasEnded = useRef(false);
  const end = useCallback(() => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    setIsTaking(false);
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

/** Tells that the screen is taken over; called by the frame of every screen that the server renders. */
export function useHydrationEnd(): void {
  const taking = useContext(TakingContext);
  useEffect(() => taking?.end(), [taking]);
}

/** The clock of the server's page while the browser takes it over; null from then on. */
export const useRenderedAt = () => useContext(TakingContext)?.renderedAt ?? null;

const never = () => () => {};

/** False on the server and while its page is taken over: for what only a browser can render. */
export const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
