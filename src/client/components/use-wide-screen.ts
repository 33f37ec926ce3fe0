import { useSyncExternalStore } from 'react';

/** From this width, a list and its open item are side by side (Tailwind's xl). */
const WIDE = '(min-width: 80rem)';

function subscribe(onChange: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** True if a list and its open item fit side by side. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
