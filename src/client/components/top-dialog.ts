import { useSyncExternalStore } from 'react';

/**
 * The open modal dialogs, the latest last. A modal dialog makes the rest of the page inert, so the
 * toast has to lie inside the dialog on top to stay usable.
 */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLDialogElement[]) {
  open = next;
  for (const listener of listeners) listener();
}

/** Call before `showModal()`: the width of the scroll bar cannot be measured after it. */
export function noteDialogOpened(dialog: HTMLDialogElement) {
  if (open.length === 0) {
    const page = document.documentElement;
    page.style.setProperty('--scrollbar-room', `${window.innerWidth - page.clientWidth}px`);
  }
  change([...open.filter((other) => other !== dialog), dialog]);
}

/** Call once a dialog is closed or gone; does nothing for one that was not noted as open. */
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
