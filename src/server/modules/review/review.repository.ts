import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting, insertRow } from '@/db/guarded-batch';
import {
  appointments,
  disputes,
  driverReports,
  drivers,
  refunds,
  reviewItems,
  users,
} from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';
import { CALL_KINDS } from '@/domain/messages/call-list';
import type { RefusedAction, ReviewOutcome } from '@/domain/review/review';

export type ReviewRow = typeof reviewItems.$inferSelect;

/** Adds a review item in the write it's about, once per cause. */
export function addingReviewItem(row: typeof reviewItems.$inferInsert): ConditionalWrite {
  return inserting(reviewItems, row, { unlessKnown: reviewItems.dedupeKey });
}

/** Adds a review item, or replaces the one with the same cause. */
export function puttingReviewItem(row: typeof reviewItems.$inferInsert): ConditionalWrite {
  const { id, createdAt, dedupeKey, ...changes } = row;
  return (orm, onlyIf) =>
    insertRow(orm, reviewItems, row, { onlyIf: onlyIf ?? sql`true` }).onConflictDoUpdate({
      target: reviewItems.dedupeKey,
      set: changes,
    });
}

/** Adds an open review item, or opens the one with the same cause again, as if it were new. */
export function reopeningReviewItem(row: typeof reviewItems.$inferInsert): ConditionalWrite {
  const { id, dedupeKey, ...changes } = row;
  return (orm, onlyIf) =>
    insertRow(orm, reviewItems, row, { onlyIf: onlyIf ?? sql`true` }).onConflictDoUpdate({
      target: reviewItems.dedupeKey,
      set: { ...changes, ...OPEN },
    });
}

/** The state of an item that nobody has resolved. */
const OPEN = { state: 'open', outcome: null, note: null, doneBy: null, doneAt: null } as const;

/** Opens a resolved call again. Returns the row, unless it's open or no call. */
export function reopenCall(orm: Queryable, id: string) {
  return orm
    .update(reviewItems)
    .set(OPEN)
    .where(and(eq(reviewItems.id, id), eq(reviewItems.state, 'done'), isCall))
    .returning();
}

/** Matches the items on the call list. */
const isCall = and(
  inArray(reviewItems.kind, [...CALL_KINDS]),
  isNotNull(reviewItems.appointmentId),
) as SQL;

/** How an item was resolved, by whom, and when (ms). */
export type Done = { outcome: ReviewOutcome; note: string | null; doneBy: string; doneAt: number };

/** Reads a field of an item's payload. */
const named = (field: string) => sql`${reviewItems.payload} ->> ${field}`;

/** The ticket number that a device sent with the action of an item. */
export const numberInItem = (id: string | SQL) => ({
  rangeId: sql`(select ${named('$.ticket.rangeId')} from ${reviewItems} where ${reviewItems.id} = ${id})`,
  number: sql`(select ${named('$.ticket.number')} from ${reviewItems} where ${reviewItems.id} = ${id})`,
});

const isOpen = (column: 'id' | 'dedupeKey', value: string) =>
  and(eq(reviewItems[column], value), eq(reviewItems.state, 'open'));

/** Resolves the open item with this cause. */
export function endingReviewItem(dedupeKey: string, done: Done): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(reviewItems)
      .set({ ...done, state: 'done' })
      .where(and(isOpen('dedupeKey', dedupeKey), onlyIf));
}

/** Inserts an item. Returns a row unless its cause already has one. */
export function insertItemIfNew(orm: Queryable, row: typeof reviewItems.$inferInsert) {
  return insertRow(orm, reviewItems, row, { unlessKnown: reviewItems.dedupeKey }).returning({
    id: reviewItems.id,
  });
}

/** Selects the items since an instant (ms) whose causes start with a text. */
export const selectItemsSince = (orm: Queryable, prefix: string, since: number, limit: number) =>
  orm
    .select({ id: reviewItems.id })
    .from(reviewItems)
    .where(
      and(
        gte(reviewItems.dedupeKey, prefix),
        lt(reviewItems.dedupeKey, `${prefix}~`),
        gte(reviewItems.createdAt, since),
      ),
    )
    .limit(limit);

/** Removes customers' replies to texts about some appointments. */
export function erasingReplies(orm: Queryable, appointmentIds: SQLWrapper, onlyIf?: Guard) {
  return orm
    .update(reviewItems)
    .set({ reason: 'The customer replied to a text.' })
    .where(
      and(
        inArray(reviewItems.appointmentId, appointmentIds),
        eq(reviewItems.kind, 'text_reply'),
        onlyIf,
      ),
    );
}

/** Resolves the open items about a customer's replies, because staff answered. */
export const endingReplies =
  (appointmentId: string, done: Omit<Done, 'note'>): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(reviewItems)
      .set({ ...done, note: null, state: 'done' })
      .where(
        and(
          eq(reviewItems.appointmentId, appointmentId),
          eq(reviewItems.kind, 'text_reply'),
          eq(reviewItems.state, 'open'),
          onlyIf,
        ),
      );

/** Matches open items about refused device actions. */
const isOpenAction = and(eq(reviewItems.kind, 'refused_action'), eq(reviewItems.state, 'open'));

/** Resolves the open items about a driver's device actions of one kind for an appointment. */
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

/** Changes an item's payload if it's unchanged since it was read. Returns a row if so. */
export function changePayload(orm: Queryable, read: ReviewRow, changes: Partial<RefusedAction>) {
  return orm
    .update(reviewItems)
    .set({ payload: { ...read.payload, ...changes } })
    .where(and(eq(reviewItems.id, read.id), saysTheSame(read)))
    .returning();
}

/** Checks that the payload in the database is the one that was read. */
const saysTheSame = ({ payload }: ReviewRow) =>
  sql`${reviewItems.payload} = ${JSON.stringify(payload)}`;

/** Guards that the item is open and its payload is unchanged since it was read. */
export const isOpenAsRead = (read: ReviewRow): Guard =>
  sql`exists (select 1 from ${reviewItems} where ${isOpen('id', read.id)} and ${saysTheSame(read)})`;

/** Selects the items with causes from `from` up to, but not including, `to`. */
export function selectItemsWithKeys(orm: Queryable, from: string, to: string) {
  return orm
    .select()
    .from(reviewItems)
    .where(and(gte(reviewItems.dedupeKey, from), lt(reviewItems.dedupeKey, to)));
}

/**
 * Selects the open items about device actions for a driver's deliveries on a date, oldest first.
 */
export function selectRefusedActionsOfDay(orm: Queryable, driverId: number, date: CalendarDate) {
  return orm
    .select({ appointmentId: appointments.id, payload: reviewItems.payload })
    .from(reviewItems)
    .innerJoin(appointments, eq(appointments.id, reviewItems.appointmentId))
    .where(and(isOpenAction, eq(appointments.driverId, driverId), eq(appointments.date, date)))
    .orderBy(asc(reviewItems.createdAt));
}

/** Resolves an item if it's open. Returns the row after the change. */
export function endIfOpen(orm: Queryable, id: string, done: Done) {
  return orm
    .update(reviewItems)
    .set({ ...done, state: 'done' })
    .where(isOpen('id', id))
    .returning();
}

/** Resolves an item and changes its payload, if it's open and unchanged since it was read. */
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

/** Selects a review item by its ID. */
export function selectReviewItem(orm: Queryable, id: string) {
  return orm.select().from(reviewItems).where(eq(reviewItems.id, id));
}

/** Returns the review item with this ID, or null. */
export async function findReviewItem(orm: Queryable, id: string): Promise<ReviewRow | null> {
  const [row] = await selectReviewItem(orm, id);
  return row ?? null;
}

/**
 * Selects the appointment that a device action was recorded for, or else the one its item is about.
 */
export const appointmentOfAction = (id: string): SQL =>
  sql`(select coalesce(${named('recordedFor')}, ${reviewItems.appointmentId}) from ${reviewItems} where ${reviewItems.id} = ${id})`;

/** Returns the item with this cause, or null. */
export async function findItemOf(orm: Queryable, dedupeKey: string): Promise<ReviewRow | null> {
  const [row] = await selectReviewItemOf(orm, dedupeKey);
  return row ?? null;
}

/** Selects the item with this cause. */
export function selectReviewItemOf(orm: Queryable, dedupeKey: string) {
  return orm.select().from(reviewItems).where(eq(reviewItems.dedupeKey, dedupeKey));
}

const reporters = alias(drivers, 'reporters');

function selectItems(orm: Queryable) {
  return orm
    .select({
      item: getTableColumns(reviewItems),
      appointment: appointments,
      account: { name: users.fullName, phone: users.phone },
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
    .leftJoin(users, eq(users.id, appointments.userId))
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .leftJoin(disputes, eq(disputes.id, named('disputeId')))
    .leftJoin(driverReports, eq(driverReports.id, named('reportId')))
    .leftJoin(reporters, eq(reporters.id, driverReports.driverId))
    .leftJoin(refunds, eq(refunds.id, named('refundId')));
}
export type ReviewItem = Awaited<ReturnType<typeof selectItems>>[number];

/** Matches the items that are due. An item about a future event only becomes due then. */
const isWaiting = (now: number) =>
  and(eq(reviewItems.state, 'open'), lte(reviewItems.createdAt, now));

export const REVIEW_PAGE_SIZE = 25;

/**
 * Selects a page of the open items that are due, oldest first. Those of the given delivery come
 * first.
 */
export function selectOpenItems(
  orm: Queryable,
  now: number,
  { page, deliveryId, calls }: { page: number; deliveryId: string | null; calls: boolean },
) {
  const first = deliveryId === null ? [] : [sql`${reviewItems.appointmentId} is not ${deliveryId}`];
  return (
    selectItems(orm)
      .where(and(isWaiting(now), calls ? isCall : undefined))
      // The rowid breaks ties between items from the same moment, so that each is on exactly one
      // page.
      .orderBy(...first, asc(reviewItems.createdAt), sql`${reviewItems}.rowid`)
      .limit(REVIEW_PAGE_SIZE)
      .offset((page - 1) * REVIEW_PAGE_SIZE)
  );
}

/** Selects the resolved items or calls, newest first. */
export function selectDoneItems(orm: Queryable, limit: number, calls: boolean) {
  return selectItems(orm)
    .where(and(eq(reviewItems.state, 'done'), calls ? isCall : undefined))
    .orderBy(desc(reviewItems.doneAt))
    .limit(limit);
}

/** Counts the items that need staff at `now` (ms), and those on the call list among them. */
export function selectOpenCount(orm: Queryable, now: number) {
  return orm
    .select({ count: count(), calls: sql<number>`count(*) filter (where ${isCall})` })
    .from(reviewItems)
    .where(isWaiting(now));
}
