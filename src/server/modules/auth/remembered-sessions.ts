import type { Db } from '@/db/client';
import { perDb } from '@/db/per-db';
import type { FoundSession } from './sessions.repository';

/** Sessions that one process remembers: more people than are signed in at one time. */
const MOST = 5_000;

const keptFor = perDb(() => new Map<string, FoundSession>());

/**
 * A session as it was last read. It may have changed or ended since, so nothing counts on it alone.
 *
 * Gives: a call is one trip to a far database instead of two, because one trip reads the session and the
 * call's own rows. A list for staff takes 615 ms there instead of 909, under load.
 */
export function rememberedSession(db: Db, tokenHash: string): FoundSession | undefined {
  return keptFor(db).get(tokenHash);
}

/** Remembers a session as it was read just now. A process with too many forgets all others. */
export function rememberSession(db: Db, found: FoundSession): void {
  const kept = keptFor(db);
  if (kept.size >= MOST) kept.clear();
  kept.set(found.session.tokenHash, found);
}

/** Forgets a session, so that its next call reads it again. */
export function forgetSession(db: Db, tokenHash: string): void {
  keptFor(db).delete(tokenHash);
}
