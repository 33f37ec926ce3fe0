import { useSyncExternalStore } from 'react';
import { BOOKED_KEY, getItem, setItem } from './browser-storage';

/** Undefined until the ID is read from storage. */
let booked: string | null | undefined;
/** True until / has shown a booking of this page. */
let isNew = false;
const listeners = new Set<() => void>();

/** Stores this tab's last booking. Null clears it once the person has seen it. */
export function noteBooked(appointmentId: string | null): void {
  booked = appointmentId;
  isNew = appointmentId !== null;
  setItem(BOOKED_KEY, appointmentId, 'sessionStorage');
  for (const listener of listeners) listener();
}

/** True for a booking that / hasn't shown yet. After a reload, it's false. */
export const isNewBooking = () => isNew;

/** Notes that / shows the booking. */
export function noteShown(): void {
  isNew = false;
}

/** Returns the ID of this tab's last booking, until its confirmation is dismissed. */
export function useJustBooked(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      booked ??= getItem(BOOKED_KEY, 'sessionStorage');
      return booked;
    },
    () => null,
  );
}
