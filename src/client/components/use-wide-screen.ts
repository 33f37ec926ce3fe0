import { useSyncExternalStore } from 'react';

/** From here on a list and what it opens stand side by side (Tailwind's xl). */
const WIDE = '(min-width: 80rem)';

function subscribe(onChange: () => void) {
  const media = window.matchMedia(WIDE);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether a list and what it opens have room beside each other. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
