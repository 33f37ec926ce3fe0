import { setItem } from './browser-storage';
import { forgetContact } from './contact-store';
import { noteBooked } from './just-booked';
import { forgetDeliveries } from './kept-deliveries';
import { forgetDraft, readDraft } from './order-draft';

/** Returns the key of the stop that a driver selected in a tab. */
export const stopKeyOf = (userId: string) => `dockside-stop-${userId}`;

/** The person who left this browser, or null if the page never knew them. */
export type Left = { id: string; role: string } | null;
/** The person who is signed in now, or null if no one is. */
export type Now = { id: string } | null;

const others = new Set<(left: Left, now: Now) => unknown>();

/** Calls `forget` whenever a person leaves, until the returned function is called. */
export function onPersonLeft(forget: (left: Left, now: Now) => unknown): () => void {
  others.add(forget);
  return () => others.delete(forget);
}

/** Deletes a person's data from this browser, after a sign-out or when someone else signs in. */
export function forgetPerson(left: Left, now: Now): void {
  if (left) {
    forgetContact(left.id);
    setItem(stopKeyOf(left.id), null, 'sessionStorage');
  }
  // A sign-out also ends this browser's access to guests' deliveries, so the page forgets the
  // guest's details too.
  if (now === null) forgetContact(null);
  if (now === null || readDraft().userId !== now.id) forgetDraft();
  noteBooked(null);
  forgetDeliveries();
  for (const forget of others) forget(left, now);
}
