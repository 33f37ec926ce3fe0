import { useSyncExternalStore } from 'react';

/** The delivery that the person just changed, paid for, or booked. It's a new object each time it's shown. */
let shown: { id: string } | null = null;
/** The link that a delivery was opened with before the person began to change it. */
let openedWith: { id: string; token: string } | null = null;
const listeners = new Set<() => void>();

/** Shows a delivery to the person who just did something with it. Null ends this. */
export function showDelivery(id: string | null): void {
  shown = id === null ? null : { id };
  for (const listener of listeners) listener();
}

/** Returns the delivery to show: its row opens, scrolls into view, and gets the focus. */
export function useShownDelivery(): { id: string } | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => null,
  );
}

/**
 * Notes the link of a delivery that's being changed. It stays in memory, because an address with
 * the link would be in the history.
 */
export function noteLinkOf(id: string, token: string): void {
  openedWith = { id, token };
}

/** Returns the link that a changed delivery was opened with, or null if it was in the list. */
export const linkOf = (id: string): string | null =>
  openedWith?.id === id ? openedWith.token : null;
