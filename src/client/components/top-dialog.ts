import { useSyncExternalStore } from 'react';

/**
 * Which modal dialogs are open, the latest last. A modal dialog makes the rest of the page inert,
 * so whatever must stay usable above it (the toast) has to live inside it.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  open = next;
  for (const listener of listeners) listener();
}

/** Call before `showModal()`: the width of the scroll bar is lost once the page stops scrolling. */
export function noteDialogOpened(dialog: HTMLDialogElement) {
  if (open.length === 0) {
    const page = document.documentElement;
    page.style.setProperty('--scrollbar-room', `${window.innerWidth - page.clientWidth}px`);
  }
  change([...open.filter((other) => other !== dialog), dialog]);
}

export function noteDialogClosed(dialog: HTMLDialogElement) {
  if (open.includes(dialog)) change(open.filter((other) => other !== dialog));
}

/** The dialog on top, or null when none is open. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open.at(-1) ?? null,
    () => null,
  );
}
