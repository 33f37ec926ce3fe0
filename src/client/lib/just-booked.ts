import { useSyncExternalStore } from 'react';
import { getItem, setItem } from './browser-storage';

const KEY = 'dockside.booked';

/** Undefined until it is read. */
let booked: string | null | undefined;
const listeners = new Set<() => void>();

/** Remembers, for this tab, which appointment was booked last; null once that has been read. */
export function noteBooked(appointmentId: string | null): void {
  booked = appointmentId;
  setItem(KEY, appointmentId, 'sessionStorage');
  for (const listener of listeners) listener();
}

/** The appointment that was booked last in this tab, until its confirmation is dismissed. */
export function useJustBooked(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      booked ??= getItem(KEY, 'sessionStorage');
      return booked;
    },
    () => null,
  );
}
