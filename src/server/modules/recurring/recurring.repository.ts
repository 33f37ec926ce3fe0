import { and, asc, eq, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { paymentMethods, subscriptions, users } from '@/db/schema';
import { hasPlace } from '@/domain/account/recurring-plan';
import type { CalendarDate } from '@/domain/dates';
import { selectBillTo } from '../auth/users.repository';

export type RecurringRow = typeof subscriptions.$inferSelect;

/** Selects a customer's recurring deliveries, oldest first, without cancelled ones. */
export function selectRecurring(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'cancelled')))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

/**
 * Inserts a recurring delivery. Returns no row if its owner already has `most`, or has no saved
 * card, or if neither the delivery nor the profile has an address.
 */
export function insertRecurringBelow(
  orm: Queryable,
  row: typeof subscriptions.$inferInsert,
  most: number,
) {
  const { userId } = row;
  const hasFewer = sql`(select count(*) from ${subscriptions} where ${subscriptions.userId} = ${userId} and ${subscriptions.status} <> 'cancelled') < ${most}`;
  const hasAddress = hasPlace(row)
    ? sql`1`
    : sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.address} <> '')`;
  const hasCard = sql`exists (select 1 from ${paymentMethods} where ${paymentMethods.userId} = ${userId})`;
  const onlyIf = sql`${hasFewer} and ${hasAddress} and (${hasCard} or exists ${selectBillTo(orm, userId)})`;
  return insertRow(orm, subscriptions, row, { onlyIf }).returning();
}

/**
 * Updates a recurring delivery if it's unchanged since it was read.
 *
 * @param read the columns that must be unchanged. By default, the status and the next date.
 */
export function changeIfUnchanged(
  orm: Queryable,
  { id, status, nextDelivery }: RecurringRow,
  changes: Partial<RecurringRow> & { nextDelivery: CalendarDate | null },
  read: Partial<RecurringRow> = { status, nextDelivery },
) {
  return orm
    .update(subscriptions)
    .set(changes)
    .where(and(eq(subscriptions.id, id), unchanged(subscriptions, read)))
    .returning();
}

/** Selects this user's recurring delivery. Another user's is treated as unknown. */
export const selectOwnRecurring = (orm: Queryable, userId: string, id: string) =>
  orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.userId, userId)));

/** Returns this user's recurring delivery, or null. */
export async function findRecurring(
  orm: Queryable,
  userId: string,
  id: string,
): Promise<RecurringRow | null> {
  const [row] = await selectOwnRecurring(orm, userId, id);
  return row ?? null;
}

/** Selects the active recurring deliveries whose next date can be booked, of one customer or all, earliest first. */
export function selectRecurringDue(
  orm: Queryable,
  until: CalendarDate | SQL<CalendarDate>,
  limit: number,
  userId?: string,
) {
  return orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.status, 'active'),
        lte(subscriptions.nextDelivery, until),
        userId === undefined ? undefined : eq(subscriptions.userId, userId),
      ),
    )
    .orderBy(asc(subscriptions.nextDelivery), asc(subscriptions.id))
    .limit(limit);
}
