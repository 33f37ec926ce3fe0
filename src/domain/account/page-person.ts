import { DomainError } from '../errors';
import type { Actor } from '../roles';

/** Request header that names the person a page shows: the id of an account, or NOBODY. */
export const PAGE_OF = 'x-page-of';
/** The same as a parameter, for files and streams that the browser requests without our headers. */
export const PAGE_OF_PARAM = 'pageOf';
/** Response header of a call that began or ended a session: who is signed in in this browser now. */
export const SESSION_OF = 'x-session-of';
/** No one is signed in. */
export const NOBODY = 'nobody';

/** Throws `person_changed` if a page of one person calls with the session of another, or with none. */
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
