import { and, desc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import {
  appointments,
  pushKeys,
  pushSubscriptions,
  reviewItems,
  sessions,
  stopChanges,
  users,
} from '@/db/schema';
import { MOST_SUBSCRIPTIONS, type Subscription } from '@/domain/push/subscription.schema';
import { SIGNED_OUT_ROLES } from '@/domain/roles';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

export const selectKeys = (orm: Queryable) => orm.select().from(pushKeys).where(eq(pushKeys.id, 1));

/** Stores the first key pair. Does nothing if another process has already stored one. */
export const insertKeys = (db: Db, row: Omit<typeof pushKeys.$inferInsert, 'id'>) =>
  db.write((orm) =>
    orm
      .insert(pushKeys)
      .values({ ...row, id: 1 })
      .onConflictDoNothing(),
  );

/** Replaces the key pair that was read. */
export const replaceKeys = (
  db: Db,
  read: typeof pushKeys.$inferSelect,
  row: Partial<typeof pushKeys.$inferInsert>,
) =>
  db.write((orm) =>
    orm
      .update(pushKeys)
      .set(row)
      .where(and(eq(pushKeys.id, 1), eq(pushKeys.privateKey, read.privateKey))),
  );

/** A browser of the person who turns notifications on. */
type NewSubscription = Subscription & {
  id: string;
  publicKey: string;
  userId: string;
  sessionHash: string;
  createdAt: number;
};

/**
 * Adds a browser for the session's person. If it belonged to someone else, it gets a new ID, so
 * that notifications for that person don't reach it.
 */
export function saveSubscription(db: Db, { sessionHash, ...row }: NewSubscription) {
  const { userId, endpoint } = row;
  const sessionId = sql`(select ${sessions.id} from ${sessions} where ${sessions.tokenHash} = ${sessionHash})`;
  return db.batch((orm) => [
    orm.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)),
    orm.insert(pushSubscriptions).values({ ...row, sessionId }),
    orm
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, userId),
          notInArray(
            pushSubscriptions.id,
            orm
              .select({ id: pushSubscriptions.id })
              .from(pushSubscriptions)
              .where(eq(pushSubscriptions.userId, userId))
              .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
              .limit(MOST_SUBSCRIPTIONS),
          ),
        ),
      ),
  ]);
}

/** Removes a person's browser. */
export const deleteSubscription = (db: Db, userId: string, endpoint: string) =>
  db.write((orm) =>
    orm
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId))),
  );

/** Removes a browser whose subscription has ended. */
export const deleteGone = (id: string) => (orm: Queryable) =>
  orm.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));

/** Selects a person's browser by its endpoint. */
export const selectOwnSubscription = (orm: Queryable, userId: string, endpoint: string) =>
  orm
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));

/**
 * Returns a browser with its person’s role and driver, if they're still signed in. A deactivated
 * driver's session only sends unsent work.
 */
export async function findSubscription(orm: Queryable, id: string, now: number) {
  const [row] = await orm
    .select({ to: pushSubscriptions, role: users.role, driverId: users.driverId })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(
      and(
        eq(pushSubscriptions.id, id),
        sql`${sessions.expiresAt} > ${now}`,
        ne(sessions.kind, 'hand_over'),
        notInArray(users.role, [...SIGNED_OUT_ROLES]),
      ),
    );
  return row ?? null;
}

/** Selects the stops that a notification is about, with their unacknowledged changes. */
export const selectStopsOf = (orm: Queryable, ids: readonly string[]) =>
  orm
    .select()
    .from(appointments)
    .where(inArray(appointments.id, [...ids]));

export const selectUnseenOf = (orm: Queryable, driverId: number, ids: readonly string[]) =>
  orm
    .select()
    .from(stopChanges)
    .where(
      and(
        inArray(stopChanges.appointmentId, [...ids]),
        eq(stopChanges.driverId, driverId),
        sql`${stopChanges.seenAt} is null`,
      ),
    )
    .orderBy(stopChanges.id);

/** Selects the review items that a notification is about, if they're still open. */
export const selectOpenItems = (orm: Queryable, ids: readonly string[]) =>
  orm
    .select({ kind: reviewItems.kind, appointmentId: reviewItems.appointmentId })
    .from(reviewItems)
    .where(and(inArray(reviewItems.id, [...ids]), eq(reviewItems.state, 'open')));
