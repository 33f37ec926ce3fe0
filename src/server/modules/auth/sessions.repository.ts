import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { sessions, users } from '@/db/schema';

export type SessionRow = typeof sessions.$inferSelect;

/** The session with that token hash and its user, when it has not run out at `now`. */
export async function findSession(orm: Queryable, tokenHash: string, now: number) {
  const [row] = await orm
    .select({
      session: sessions,
      user: {
        id: users.id,
        username: users.username,
        fullName: users.fullName,
        role: users.role,
        driverId: users.driverId,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)));
  return row ?? null;
}

export function insertSession(db: Db, row: typeof sessions.$inferInsert): Promise<unknown> {
  return db.write((orm) => orm.insert(sessions).values(row));
}

/** Moves a session's end on. */
export function touchSession(db: Db, id: string, lastSeenAt: number, expiresAt: number) {
  return db.write((orm) =>
    orm.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id)),
  );
}

export function deleteSession(db: Db, tokenHash: string) {
  return db.write((orm) => orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)));
}

export function deleteExpiredSessions(db: Db, now: number) {
  return db.write((orm) => orm.delete(sessions).where(lt(sessions.expiresAt, now)));
}
