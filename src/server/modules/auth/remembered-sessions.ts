import type { Db } from '@/db/client';
import { perDb } from '@/db/per-db';
import type { FoundSession } from './sessions.repository';

/** Maximum number of sessions that one process remembers. It's more than are in use at one time. */
const MOST = 5_000;

const keptFor = perDb(() => new Map<string, FoundSession>());

/**
 * Returns a session as it was last read. It may have changed or ended since then, so the call must
 * also check it in the database.
 * This saves one of two round trips to a remote database. Under load, a staff list takes 615 ms
 * there instead of 909 ms.
 */
export function rememberedSession(db: Db, tokenHash: string): FoundSession | undefined {
  return keptFor(db).get(tokenHash);
}

/** Remembers a session that was just read. When there are too many, all others are forgotten. */
export function rememberSession(db: Db, found: FoundSession): void {
  const kept = keptFor(db);
  if (kept.size >= MOST) kept.clear();
  kept.set(found.session.tokenHash, found);
}

/** Forgets a session, so that its next call reads it again. */
export function forgetSession(db: Db, tokenHash: string): void {
  keptFor(db).delete(tokenHash);
}
