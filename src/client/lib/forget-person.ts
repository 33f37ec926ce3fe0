import { forgetContact } from './contact-store';
import { noteBooked } from './just-booked';
import { keep } from './kept';
import { forgetDraft, readDraft } from './order-draft';

/** Under which a tab keeps the stop that a driver chose. */
export const stopKeyOf = (userId: string) => `dockside-stop-${userId}`;

/** A person who has left this browser; null where the page never learned who it was. */
export type Left = { id: string; role: string } | null;
/** Who is signed in now; null for no one. */
export type Now = { id: string } | null;

const others = new Set<(left: Left, now: Now) => unknown>();

/** Calls `forget` whenever a person leaves, until the returned function is called. */
export function onPersonLeft(forget: (left: Left, now: Now) => unknown): () => void {
  others.add(forget);
  return () => others.delete(forget);
}

/** Deletes what this browser keeps of a person who signed out, or whose place someone else took. */
export function forgetPerson(left: Left, now: Now): void {
  if (left) {
    forgetContact(left.id);
    keep(stopKeyOf(left.id), null, 'sessionStorage');
  }
  // At a sign-out the server lets go of what this browser holds of guests, so the page forgets them too.
  if (now === null) forgetContact(null);
  if (now === null || readDraft().userId !== now.id) forgetDraft();
  noteBooked(null);
  for (const forget of others) forget(left, now);
}
