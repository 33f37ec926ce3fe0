import { useSyncExternalStore } from 'react';

const PRINT = 'print';

function subscribe(onChange: () => void) {
  const media = window.matchMedia(PRINT);
  // The pages of a preview are laid out right after `beforeprint`, in some browsers before the media
  // query reports a change.
  const before = () => {
    isPrepared = true;
    onChange();
  };
  const after = () => {
    isPrepared = false;
    onChange();
  };
  media.addEventListener('change', onChange);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    media.removeEventListener('change', onChange);
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}

let isPrepared = false;

/** True while the page is printed or previewed, so that what only paper shows isn't kept rendered. */
export const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrepared || window.matchMedia(PRINT).matches,
    () => false,
  );
