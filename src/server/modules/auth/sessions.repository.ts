import { and, desc, eq, gt, lt, ne, notInArray, placeholder, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { type AuditWrite, entryOf, type Guard } from '@/db/guarded-batch';
import { abortUnless } from '@/db/request-db';
import { pushSubscriptions, sessions, users } from '@/db/schema';
import { SIGNED_OUT_ROLES } from '@/domain/roles';
import { lazy } from '@/server/config/lazy';

export type SessionRow = typeof sessions.$inferSelect;

/** The columns of a user that make up the actor. */
const PERSON = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  role: users.role,
  driverId: users.driverId,
};

/**
 * Returns a session by its token's hash, with its user. Null if it expired before `now`, or the user
 * was deactivated.
 */
export async function findSession(orm: Queryable, tokenHash: string, now: number) {
  const [row] = await orm
    .select({
      session: sessions,
      user: PERSON,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        notInArray(users.role, [...SIGNED_OUT_ROLES]),
      ),
    );
  return row ?? null;
}

/** Maximum number of sessions per user. One more sign-in ends the least recently used session. */
export const MOST_SESSIONS = 50;

/**
 * Ends the sessions above the limit. Sessions kept for a deactivated driver's unsent work aren't
 * counted.
 */
function endingOldSessions(orm: Queryable, userId: string) {
  const kept = orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.kind, 'hand_over')))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
  return orm
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        ne(sessions.kind, 'hand_over'),
        notInArray(sessions.id, kept),
      ),
    );
}

/**
 * Moves a browser's notifications to the session that replaces its former one. Another person's
 * notifications end.
 */
export function handingOver(
  orm: Queryable,
  formerHash: string,
  to: { id: string; userId: string },
): Query[] {
  const former = sql`(select ${sessions.id} from ${sessions} where ${sessions.tokenHash} = ${formerHash})`;
  const isFormer = sql`${pushSubscriptions.sessionId} = ${former}`;
  return [
    orm
      .update(pushSubscriptions)
      .set({ sessionId: to.id })
      .where(and(isFormer, eq(pushSubscriptions.userId, to.userId))),
    orm.delete(pushSubscriptions).where(isFormer),
  ];
}

/** Writes a session and its audit entry after the statements it depends on, such as a new user. */
export function insertSession(
  db: Db,
  row: typeof sessions.$inferInsert,
  entry: AuditWrite | null,
  { ahead, alongside }: Record<'ahead' | 'alongside', readonly Query[]>,
): Promise<unknown> {
  return db.batch((orm) => [
    ...ahead,
    orm.insert(sessions).values(row),
    endingOldSessions(orm, row.userId),
    ...(entry ? entryOf(orm, entry) : []),
    ...alongside,
  ]);
}

/** A session and its user, as calls read them. */
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

const standing = lazy(() => {
  const { kind, secondFactorAt, confirmedAt, createdAt } = sessions;
  const columns = { kind, secondFactorAt, confirmedAt, createdAt, ...PERSON };
  const names = Object.values(columns).map((column) => sql`${column}`);
  const values = Object.keys(columns).map((key) => sql`${placeholder(key)}`);
  return compile(
    abortUnless(sql`exists (select 1 from ${sessions} join ${users} on ${eq(users.id, sessions.userId)}
      where ${sessions.tokenHash} = ${placeholder('tokenHash')} and ${sessions.expiresAt} > ${placeholder('now')}
      and (${sql.join(names, sql`, `)}) is (${sql.join(values, sql`, `)}))`),
  );
});

/**
 * Aborts its batch unless the session is valid at `now` and its user and confirmations haven't
 * changed.
 */
export function sessionStands({ session, user }: FoundSession, now: number): Query {
  const { tokenHash, kind, secondFactorAt, confirmedAt, createdAt } = session;
  const proven = { kind, secondFactorAt, confirmedAt, createdAt };
  return asQuery(standing()({ tokenHash, now, ...proven, ...user }));
}

/** Records a session's use and network address, and extends it to `expiresAt`. */
export function touchSession(
  db: Db,
  id: string,
  seen: Pick<SessionRow, 'lastSeenAt' | 'expiresAt' | 'address'>,
) {
  return db.write((orm) => orm.update(sessions).set(seen).where(eq(sessions.id, id)));
}

/** Records that the session's user confirmed their identity. */
export function markConfirmed(orm: Queryable, tokenHash: string, confirmedAt: number) {
  return orm.update(sessions).set({ confirmedAt }).where(eq(sessions.tokenHash, tokenHash));
}

/** Records that two-step verification was completed in a session. */
export function markSecondFactor(
  orm: Queryable,
  tokenHash: string,
  secondFactorAt: number,
  onlyIf?: Guard,
) {
  return orm
    .update(sessions)
    .set({ secondFactorAt })
    .where(and(eq(sessions.tokenHash, tokenHash), onlyIf));
}

/** Deletes the session with this token hash. */
export function deleteSession(db: Db, tokenHash: string) {
  return db.write((orm) => orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

/** Deletes the sessions that expired before `now` (ms). */
export function deleteExpiredSessions(db: Db, now: number) {
  return db.write((orm) => orm.delete(sessions).where(lt(sessions.expiresAt, now)));
}

/** Selects one session that `deleteExpiredSessions` would delete. */
export const selectExpiredSession = (orm: Queryable, now: number) =>
  orm.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, now)).limit(1);

/** Lists a user's sessions that are valid at `now`, most recently used first. */
export function sessionsOf(orm: Queryable, userId: string, now: number): Promise<SessionRow[]> {
  return orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Ends one of a user's sessions. Returns no row if they don't have it. */
export function deleteSessionOf(orm: Queryable, userId: string, id: string) {
  return orm
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning();
}

/**
 * Ends every session of a user except the one with `keptTokenHash`. Returns a row for each ended
 * session.
 */
export function deleteSessionsOf(
  orm: Queryable,
  userId: string,
  { keptTokenHash = null, onlyIf }: { keptTokenHash?: string | null; onlyIf?: Guard } = {},
) {
  return orm
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        keptTokenHash === null ? undefined : ne(sessions.tokenHash, keptTokenHash),
        onlyIf,
      ),
    )
    .returning({ id: sessions.id });
}

/** Limits a deactivated driver's sessions to sending the unsent work on their devices. */
export function keepSessionsToHandOver(
  orm: Queryable,
  { userId, retiredAt }: { userId: string; retiredAt: number },
  onlyIf?: Guard,
) {
  return orm
    .update(sessions)
    .set({ kind: 'hand_over', retiredAt })
    .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'normal'), onlyIf))
    .returning({ id: sessions.id });
}
