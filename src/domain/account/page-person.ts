import { DomainError } from '../errors';
import type { Actor } from '../roles';

/** Request header that names the page owner: an account's ID, or NOBODY. */
export const PAGE_OF = 'x-page-of';
/**
 * Query parameter with the same value, for files and streams that the browser requests without our
 * headers.
 */
export const PAGE_OF_PARAM = 'pageOf';
/** Response header of calls that start or end a session: who is now signed in on this browser. */
export const SESSION_OF = 'x-session-of';
/** The value for a page without a signed-in person. */
export const NOBODY = 'nobody';

/** Throws `person_changed` if a page makes a call while someone else, or nobody, is signed in. */
export function requirePageOf(actor: Actor, pageOf: string | null): void {
  const sessionOf = actor.kind === 'user' ? actor.userId : NOBODY;
  if (pageOf === null || pageOf === sessionOf) return;
  throw new DomainError(
    'person_changed',
    sessionOf === NOBODY
      ? 'You’re no longer signed in. Nothing was changed. Sign in and try again.'
      : 'Someone else is signed in on this browser now. Nothing was changed.',
    { details: { sessionOf } },
  );
}
