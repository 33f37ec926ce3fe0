import { and, asc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { paymentMethods, subscriptions, users } from '@/db/schema';
import type { RecurringStatus } from '@/domain/account/recurring';
import type { CalendarDate } from '@/domain/dates';

export type RecurringRow = typeof subscriptions.$inferSelect;

/** A customer's recurring deliveries, the oldest first, without cancelled ones. */
export function selectRecurring(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'cancelled')))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

/**
 * Sets up a recurring delivery; no row where its owner has `most` that are not cancelled, or lacks an
 * address or a saved card.
 */
export function insertRecurringBelow(
  orm: Queryable,
  row: typeof subscriptions.$inferInsert,
  most: number,
) {
  const { userId } = row;
  const hasFewer = sql`(select count(*) from ${subscriptions} where ${subscriptions.userId} = ${userId} and ${subscriptions.status} <> 'cancelled') < ${most}`;
  const hasAddress = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.address} <> '')`;
  const hasCard = sql`exists (select 1 from ${paymentMethods} where ${paymentMethods.userId} = ${userId})`;
  const onlyIf = sql`${hasFewer} and ${hasAddress} and ${hasCard}`;
  return insertRow(orm, subscriptions, row, { onlyIf }).returning();
}

/** Changes a recurring delivery whose status and next date are as they were read. */
export function changeIfUnchanged(
  orm: Queryable,
  { id, status, nextDelivery }: RecurringRow,
  changes: { status?: RecurringStatus; nextDelivery: CalendarDate | null },
) {
  return orm
    .update(subscriptions)
    .set(changes)
    .where(and(eq(subscriptions.id, id), unchanged(subscriptions, { status, nextDelivery })))
    .returning();
}

/** A recurring delivery of this user, or null: that of another user is as unknown as none. */
export async function findRecurring(
  orm: Queryable,
  userId: string,
  id: string,
): Promise<RecurringRow | null> {
  const [row] = await orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));
  return row ?? null;
}

/** The active recurring deliveries whose next date may be booked, the earliest date first. */
export function selectRecurringDue(orm: Queryable, until: CalendarDate, limit: number) {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'active'), lte(subscriptions.nextDelivery, until)))
    .orderBy(asc(subscriptions.nextDelivery), asc(subscriptions.id))
    .limit(limit);
}
