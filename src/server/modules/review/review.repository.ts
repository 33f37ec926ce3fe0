import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, inserting, insertRow } from '@/db/guarded-batch';
import { appointments, disputes, driverReports, drivers, refunds, reviewItems } from '@/db/schema';
import type { ReviewOutcome } from '@/domain/review/review';

export type ReviewRow = typeof reviewItems.$inferSelect;

/** Puts an item into the queue, for the write that it tells of; the same cause again adds none. */
export function addingReviewItem(row: typeof reviewItems.$inferInsert): ConditionalWrite {
  return inserting(reviewItems, row, { unlessKnown: reviewItems.dedupeKey });
}

/** Puts an item into the queue as it stands now; the same cause again replaces it. */
export function puttingReviewItem(row: typeof reviewItems.$inferInsert): ConditionalWrite {
  const { id, createdAt, dedupeKey, ...changes } = row;
  return (orm, onlyIf) =>
    insertRow(orm, reviewItems, row, { onlyIf: onlyIf ?? sql`true` }).onConflictDoUpdate({
      target: reviewItems.dedupeKey,
      set: changes,
    });
}

/** How an item ends: what was done, by whom and when (ms). */
export type Done = { outcome: ReviewOutcome; note: string | null; doneBy: string; doneAt: number };

const isOpen = (column: 'id' | 'dedupeKey', value: string) =>
  and(eq(reviewItems[column], value), eq(reviewItems.state, 'open'));

/** Ends the item of that cause, where it is open. */
export function endingReviewItem(dedupeKey: string, done: Done): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(reviewItems)
      .set({ ...done, state: 'done' })
      .where(and(isOpen('dedupeKey', dedupeKey), onlyIf));
}

/** Ends an item that is open; the row as it is afterwards. */
export function endIfOpen(orm: Queryable, id: string, done: Done) {
  return orm
    .update(reviewItems)
    .set({ ...done, state: 'done' })
    .where(isOpen('id', id))
    .returning();
}

export async function findReviewItem(orm: Queryable, id: string): Promise<ReviewRow | null> {
  const [row] = await orm.select().from(reviewItems).where(eq(reviewItems.id, id));
  return row ?? null;
}

/** The item of that cause; no row where there is none. */
export function selectReviewItemOf(orm: Queryable, dedupeKey: string) {
  return orm.select().from(reviewItems).where(eq(reviewItems.dedupeKey, dedupeKey));
}

const reporters = alias(drivers, 'reporters');
/** The id of another row that an item is about. */
const named = (field: string) => sql`${reviewItems.payload} ->> ${field}`;

function selectItems(orm: Queryable) {
  return orm
    .select({
      item: getTableColumns(reviewItems),
      appointment: appointments,
      driver: { name: drivers.name, phone: drivers.phone },
      dispute: {
        id: disputes.id,
        amountCents: disputes.amountCents,
        status: disputes.status,
        dueBy: disputes.dueBy,
      },
      report: { id: driverReports.id, photoId: driverReports.photoId },
      reporter: { name: reporters.name, phone: reporters.phone },
      refund: { id: refunds.id, amountCents: refunds.amountCents },
    })
    .from(reviewItems)
    .leftJoin(appointments, eq(appointments.id, reviewItems.appointmentId))
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .leftJoin(disputes, eq(disputes.id, named('disputeId')))
    .leftJoin(driverReports, eq(driverReports.id, named('reportId')))
    .leftJoin(reporters, eq(reporters.id, driverReports.driverId))
    .leftJoin(refunds, eq(refunds.id, named('refundId')));
}
export type ReviewItem = Awaited<ReturnType<typeof selectItems>>[number];

/** The open items, the oldest first. */
export function selectOpenItems(orm: Queryable, limit: number) {
  return selectItems(orm)
    .where(eq(reviewItems.state, 'open'))
    .orderBy(asc(reviewItems.createdAt))
    .limit(limit);
}

/** The items that were dealt with, the latest first. */
export function selectDoneItems(orm: Queryable, limit: number) {
  return selectItems(orm)
    .where(eq(reviewItems.state, 'done'))
    .orderBy(desc(reviewItems.doneAt))
    .limit(limit);
}

export function selectOpenCount(orm: Queryable) {
  return orm.select({ count: count() }).from(reviewItems).where(eq(reviewItems.state, 'open'));
}
