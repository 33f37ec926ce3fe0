import { and, desc, eq, gt, lt, ne, notInArray, placeholder, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { type AuditWrite, entryOf, type Guard } from '@/db/guarded-batch';
import { abortUnless } from '@/db/request-db';
import { sessions, users } from '@/db/schema';
import { lazy } from '@/server/config/lazy';

export type SessionRow = typeof sessions.$inferSelect;

/** What of a user makes the actor. */
const PERSON = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  role: users.role,
  driverId: users.driverId,
};

/** The session with a token hash and its user; null once it has expired at `now`. */
export async function findSession(orm: Queryable, tokenHash: string, now: number) {
  const [row] = await orm
    .select({
      session: sessions,
      user: PERSON,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  return row ?? null;
}

/** The most sessions that a user has at once: a sign-in more ends the one that was used least recently. */
export const MOST_SESSIONS = 50;

/** Ends the sessions beyond the most. Those of a retired driver's devices stay to hand over. */
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

/** Writes a session with its entry, behind what it needs, such as a new user. */
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

/** A session and its user, as a call reads them. */
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

/** Ends its batch unless the session lasts at `now`, and proves as much of the same actor. */
export function sessionStands({ session, user }: FoundSession, now: number): Query {
  const { tokenHash, kind, secondFactorAt, confirmedAt, createdAt } = session;
  const proven = { kind, secondFactorAt, confirmedAt, createdAt };
  return asQuery(standing()({ tokenHash, now, ...proven, ...user }));
}

/** Records that a session was seen, and where; it lasts until `expiresAt`. */
export function touchSession(
  db: Db,
  id: string,
  seen: Pick<SessionRow, 'lastSeenAt' | 'expiresAt' | 'address'>,
) {
  return db.write((orm) => orm.update(sessions).set(seen).where(eq(sessions.id, id)));
}

/** Notes that the person of a session proved again who they are. */
export function markConfirmed(orm: Queryable, tokenHash: string, confirmedAt: number) {
  return orm.update(sessions).set({ confirmedAt }).where(eq(sessions.tokenHash, tokenHash));
}

/** Notes that a second factor was proven in a session. */
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

/** Deletes the session of a token, by its hash. */
export function deleteSession(db: Db, tokenHash: string) {
  return db.write((orm) => orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

/** Deletes the sessions whose time was over before `now` (ms). */
export function deleteExpiredSessions(db: Db, now: number) {
  return db.write((orm) => orm.delete(sessions).where(lt(sessions.expiresAt, now)));
}

/** One that `deleteExpiredSessions` would delete. */
export const selectExpiredSession = (orm: Queryable, now: number) =>
  orm.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, now)).limit(1);

/** The sessions of a user that have not expired at `now`, the last used first. */
export function sessionsOf(orm: Queryable, userId: string, now: number): Promise<SessionRow[]> {
  return orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Ends one session of a user; no row where they have no such session. */
export function deleteSessionOf(orm: Queryable, userId: string, id: string) {
  return orm
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning();
}

/** Ends every session of a user, but the one with `keptTokenHash`; a row for each. */
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

/** From now on the sessions of a retired driver only hand over what their devices have not sent. */
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
