import { and, asc, count, eq, lte, ne } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { subscriptions } from '@/db/schema';
import type { RecurringStatus } from '@/domain/account/recurring';
import type { CalendarDate } from '@/domain/dates';

export type RecurringRow = typeof subscriptions.$inferSelect;

/** A customer's recurring deliveries, the oldest first, without cancelled ones. */
export function recurringOf(orm: Queryable, userId: string): Promise<RecurringRow[]> {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'cancelled')))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
}

export async function countRecurring(orm: Queryable, userId: string): Promise<number> {
  const [row] = await orm
    .select({ n: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), ne(subscriptions.status, 'cancelled')));
  return row?.n ?? 0;
}

export function insertRecurring(orm: Queryable, row: typeof subscriptions.$inferInsert) {
  return orm.insert(subscriptions).values(row);
}

/** Changes a recurring delivery of a customer; null where there is none, or it is cancelled. */
export async function setRecurringStatus(
  db: Db,
  userId: string,
  id: string,
  changes: { status: RecurringStatus; nextDelivery: CalendarDate | null },
): Promise<RecurringRow | null> {
  const [row] = await db.write((orm) =>
    orm
      .update(subscriptions)
      .set(changes)
      .where(
        and(
          eq(subscriptions.id, id),
          eq(subscriptions.userId, userId),
          ne(subscriptions.status, 'cancelled'),
        ),
      )
      .returning(),
  );
  return row ?? null;
}

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
export function recurringDue(
  orm: Queryable,
  until: CalendarDate,
  limit: number,
): Promise<RecurringRow[]> {
  return orm
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'active'), lte(subscriptions.nextDelivery, until)))
    .orderBy(asc(subscriptions.nextDelivery), asc(subscriptions.id))
    .limit(limit);
}

/** Moves a recurring delivery on from the given date; false when another call changed it meanwhile. */
export async function moveOn(
  orm: Queryable,
  row: RecurringRow,
  changes: { status?: RecurringStatus; nextDelivery: CalendarDate | null },
): Promise<boolean> {
  const moved = await orm
    .update(subscriptions)
    .set(changes)
    .where(
      and(
        eq(subscriptions.id, row.id),
        eq(subscriptions.status, 'active'),
        row.nextDelivery === null ? undefined : eq(subscriptions.nextDelivery, row.nextDelivery),
      ),
    )
    .returning({ id: subscriptions.id });
  return moved.length === 1;
}
