import { useSyncExternalStore } from 'react';

const KEY = 'dockside.booked';

/** Undefined until it is read. */
let booked: string | null | undefined;
const listeners = new Set<() => void>();

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers, for this tab, which appointment was booked last; null once that has been read. */
export function noteBooked(appointmentId: string | null): void {
  booked = appointmentId;
  try {
    if (appointmentId === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, appointmentId);
  } catch {
    // A private window may refuse: it is remembered as long as the page.
  }
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
      booked ??= read();
      return booked;
    },
    () => null,
  );
}
