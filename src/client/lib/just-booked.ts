import { useSyncExternalStore } from 'react';
import { getItem, setItem } from './browser-storage';

const KEY = 'dockside.booked';

/** Undefined until it's read from storage. */
let booked: string | null | undefined;
const listeners = new Set<() => void>();

/** Stores this tab's last booking. Null clears it once the person has seen it. */
export function noteBooked(appointmentId: string | null): void {
  booked = appointmentId;
  setItem(KEY, appointmentId, 'sessionStorage');
  for (const listener of listeners) listener();
}

/** Returns the ID of this tab's last booking, until its confirmation is dismissed. */
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
