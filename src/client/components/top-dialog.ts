import { useSyncExternalStore } from 'react';

/**
 * The open modal dialogs, the latest last. A modal dialog makes the rest of the page inert, so the
 * toast must be inside the top dialog.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  open = next;
  for (const listener of listeners) listener();
}

/** Call this before `showModal()`. Afterward, the scroll bar's width can't be measured. */
export function noteDialogOpened(dialog: HTMLDialogElement) {
  if (open.length === 0) {
    const page = document.documentElement;
    page.style.setProperty('--scrollbar-room', `${window.innerWidth - page.clientWidth}px`);
  }
  change([...open.filter((other) => other !== dialog), dialog]);
}

/** Call this once a dialog is closed or unmounted. It does nothing for an unknown dialog. */
export function noteDialogClosed(dialog: HTMLDialogElement) {
  if (open.includes(dialog)) change(open.filter((other) => other !== dialog));
}

/** Returns the top dialog, or null if none is open. */
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
