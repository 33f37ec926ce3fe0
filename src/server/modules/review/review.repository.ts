import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting, insertRow } from '@/db/guarded-batch';
import { appointments, disputes, driverReports, drivers, refunds, reviewItems } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import type { RefusedAction, ReviewOutcome } from '@/domain/review/review';

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

/** A value that the payload of an item names. */
const named = (field: string) => sql`${reviewItems.payload} ->> ${field}`;

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

/** Puts an item into the queue; a row unless its cause is there already. */
export function insertItemIfNew(orm: Queryable, row: typeof reviewItems.$inferInsert) {
  return insertRow(orm, reviewItems, row, { unlessKnown: reviewItems.dedupeKey }).returning({
    id: reviewItems.id,
  });
}

/** Items about a refused device action that wait. */
const isOpenAction = and(eq(reviewItems.kind, 'refused_action'), eq(reviewItems.state, 'open'));

/** Ends the open items about device actions of a kind that a driver made for an appointment. */
export function endingActions(
  { appointmentId, by, kind }: { appointmentId: string; by: string; kind: RefusedAction['kind'] },
  done: Done,
): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(reviewItems)
      .set({ ...done, state: 'done' })
      .where(
        and(
          isOpenAction,
          eq(reviewItems.appointmentId, appointmentId),
          eq(named('by'), by),
          eq(named('kind'), kind),
          onlyIf,
        ),
      );
}

/** Changes what an item says, while its payload has what it was read with; a row if it was. */
export function changePayload(orm: Queryable, read: ReviewRow, changes: Partial<RefusedAction>) {
  return orm
    .update(reviewItems)
    .set({ payload: { ...read.payload, ...changes } })
    .where(and(eq(reviewItems.id, read.id), saysTheSame(read)))
    .returning();
}

/** The payload of an item is what it was read with. */
const saysTheSame = ({ payload }: ReviewRow) =>
  sql`${reviewItems.payload} = ${JSON.stringify(payload)}`;

/** A guard: the item is open and says what it was read with. */
export const isOpenAsRead = (read: ReviewRow): Guard =>
  sql`exists (select 1 from ${reviewItems} where ${isOpen('id', read.id)} and ${saysTheSame(read)})`;

/** The items whose causes lie between two, the second one not included. */
export function selectItemsWithKeys(orm: Queryable, from: string, to: string) {
  return orm
    .select()
    .from(reviewItems)
    .where(and(gte(reviewItems.dedupeKey, from), lt(reviewItems.dedupeKey, to)));
}

/** The open items about device actions at a driver's deliveries of a date, the oldest first. */
export function selectRefusedActionsOfDay(orm: Queryable, driverId: number, date: CalendarDate) {
  return orm
    .select({ appointmentId: appointments.id, payload: reviewItems.payload })
    .from(reviewItems)
    .innerJoin(appointments, eq(appointments.id, reviewItems.appointmentId))
    .where(and(isOpenAction, eq(appointments.driverId, driverId), eq(appointments.date, date)))
    .orderBy(asc(reviewItems.createdAt));
}

/** Ends an item that is open; the row as it is afterwards. */
export function endIfOpen(orm: Queryable, id: string, done: Done) {
  return orm
    .update(reviewItems)
    .set({ ...done, state: 'done' })
    .where(isOpen('id', id))
    .returning();
}

/** Ends an item that is open and says what it was read with, and changes what it says. */
export function endUnchanged(
  orm: Queryable,
  read: ReviewRow,
  changes: Partial<RefusedAction>,
  done: Done,
  onlyIf?: Guard,
) {
  return orm
    .update(reviewItems)
    .set({ ...done, payload: { ...read.payload, ...changes }, state: 'done' })
    .where(and(isOpen('id', read.id), saysTheSame(read), onlyIf))
    .returning();
}

/** The item for staff by its id; no row for an unknown one. */
export function selectReviewItem(orm: Queryable, id: string) {
  return orm.select().from(reviewItems).where(eq(reviewItems.id, id));
}

/** The item for staff by its id, or null. */
export async function findReviewItem(orm: Queryable, id: string): Promise<ReviewRow | null> {
  const [row] = await selectReviewItem(orm, id);
  return row ?? null;
}

/** The appointment that an item about a device action is recorded for, or else is about. */
export const appointmentOfAction = (id: string): SQL =>
  sql`(select coalesce(${named('recordedFor')}, ${reviewItems.appointmentId}) from ${reviewItems} where ${reviewItems.id} = ${id})`;

/** The item of that cause, or null. */
export async function findItemOf(orm: Queryable, dedupeKey: string): Promise<ReviewRow | null> {
  const [row] = await selectReviewItemOf(orm, dedupeKey);
  return row ?? null;
}

/** The item of that cause; no row where there is none. */
export function selectReviewItemOf(orm: Queryable, dedupeKey: string) {
  return orm.select().from(reviewItems).where(eq(reviewItems.dedupeKey, dedupeKey));
}

const reporters = alias(drivers, 'reporters');

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

/** Items that wait by now: one about what may still come begins later. */
const isWaiting = (now: number) =>
  and(eq(reviewItems.state, 'open'), lte(reviewItems.createdAt, now));

export const REVIEW_PAGE_SIZE = 25;

/** A page of the open items that have begun, the oldest first; those of a delivery before the others. */
export function selectOpenItems(
  orm: Queryable,
  now: number,
  { page, deliveryId }: { page: number; deliveryId: string | null },
) {
  const first = deliveryId === null ? [] : [sql`${reviewItems.appointmentId} is not ${deliveryId}`];
  return (
    selectItems(orm)
      .where(isWaiting(now))
      // The number of the row tells items of the same moment apart, so that each stands on one page.
      .orderBy(...first, asc(reviewItems.createdAt), sql`${reviewItems}.rowid`)
      .limit(REVIEW_PAGE_SIZE)
      .offset((page - 1) * REVIEW_PAGE_SIZE)
  );
}

/** The items that were dealt with, the latest first. */
export function selectDoneItems(orm: Queryable, limit: number) {
  return selectItems(orm)
    .where(eq(reviewItems.state, 'done'))
    .orderBy(desc(reviewItems.doneAt))
    .limit(limit);
}

/** How many items wait for staff at `now` (ms), as `{count}`. */
export function selectOpenCount(orm: Queryable, now: number) {
  return orm.select({ count: count() }).from(reviewItems).where(isWaiting(now));
}
