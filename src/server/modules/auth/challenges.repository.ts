import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { challenges, users } from '@/db/schema';
import { CHALLENGE_TRIES } from '@/domain/account/second-factor';
import { selectFactors } from './factors.repository';

export type ChallengeRow = typeof challenges.$inferSelect;

/** Maximum number of open challenges per user. One more ends the oldest. */
const MOST_OF_USER = 10;

/** Inserts a challenge and deletes the user's oldest ones above the limit. */
export function insertChallenge(db: Db, row: typeof challenges.$inferInsert): Promise<unknown> {
  const newest = sql`(select ${challenges.tokenHash} from ${challenges}
    where ${challenges.userId} = ${row.userId}
    order by ${challenges.expiresAt} desc, rowid desc limit ${MOST_OF_USER})`;
  return db.batch((orm) => [
    orm.insert(challenges).values(row),
    orm
      .delete(challenges)
      .where(and(eq(challenges.userId, row.userId), sql`${challenges.tokenHash} not in ${newest}`)),
  ]);
}

/** Returns a challenge that's still open at `now`, with its user and their methods, or null. */
export async function findChallenge(db: Db, tokenHash: string, now: number) {
  const [[row], factors] = await db.read((orm) => [
    orm
      .select({ challenge: challenges, user: users })
      .from(challenges)
      .innerJoin(users, eq(users.id, challenges.userId))
      .where(waits(tokenHash, now)),
    selectFactors(orm, userOf(tokenHash)),
  ]);
  return row ? { ...row, factors } : null;
}

const userOf = (tokenHash: string) =>
  sql`(select ${challenges.userId} from ${challenges} where ${challenges.tokenHash} = ${tokenHash})`;

function waits(tokenHash: string, now: number) {
  return and(
    eq(challenges.tokenHash, tokenHash),
    gt(challenges.expiresAt, now),
    lt(challenges.failures, CHALLENGE_TRIES),
  );
}

/** Guards that the challenge is still open at `now`. */
export function challengeWaits(tokenHash: string, now: number): Guard {
  return sql`exists (select 1 from ${challenges} where ${waits(tokenHash, now)})`;
}

/** Stores the sealed secret of an app during its setup, replacing an earlier one. */
export function keepTotpSecret(db: Db, tokenHash: string, totpSecret: string) {
  return db.write((orm) =>
    orm.update(challenges).set({ totpSecret }).where(eq(challenges.tokenHash, tokenHash)),
  );
}

/** Stores the random text for a passkey to sign, replacing an earlier one. */
export function keepPasskeyText(db: Db, tokenHash: string, passkeyText: string) {
  return db.write((orm) =>
    orm.update(challenges).set({ passkeyText }).where(eq(challenges.tokenHash, tokenHash)),
  );
}

/**
 * Clears the random text, so that only one response can use it. Returns false if it was already
 * used.
 */
export async function takePasskeyText(db: Db, tokenHash: string, text: string): Promise<boolean> {
  const rows = await db.write((orm) =>
    orm
      .update(challenges)
      .set({ passkeyText: null })
      .where(and(eq(challenges.tokenHash, tokenHash), eq(challenges.passkeyText, text)))
      .returning({ tokenHash: challenges.tokenHash }),
  );
  return rows.length > 0;
}

/** Counts a wrong answer to a challenge. */
export function countFailure(db: Db, tokenHash: string) {
  return db.write((orm) =>
    orm
      .update(challenges)
      .set({ failures: sql`${challenges.failures} + 1` })
      .where(eq(challenges.tokenHash, tokenHash)),
  );
}

/** Deletes a challenge if the guard holds. */
export function deleteChallenge(orm: Queryable, tokenHash: string, onlyIf?: Guard) {
  return orm.delete(challenges).where(and(eq(challenges.tokenHash, tokenHash), onlyIf));
}

/** Deletes the challenges that expired before `now` (ms). */
export function deleteExpiredChallenges(db: Db, now: number) {
  return db.write((orm) => orm.delete(challenges).where(lt(challenges.expiresAt, now)));
}

/** Selects one challenge that `deleteExpiredChallenges` would delete. */
export const selectExpiredChallenge = (orm: Queryable, now: number) =>
  orm
    .select({ id: challenges.userId })
    .from(challenges)
    .where(lt(challenges.expiresAt, now))
    .limit(1);
