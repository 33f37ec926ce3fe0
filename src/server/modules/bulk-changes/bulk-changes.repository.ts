import { and, asc, eq, gt, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { type ConditionalWrite, insertRow } from '@/db/guarded-batch';
import { abortUnless } from '@/db/request-db';
import { type AppointmentRow, appointments, bulkChanges, bulkParts, outbox } from '@/db/schema';
import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import type { BulkState, PartState } from '@/domain/bulk/bulk-change';
import type { CalendarDate } from '@/domain/dates';
import { BULK_CHANGES_KEPT_MS } from '@/domain/policy';

export type BulkRow = typeof bulkChanges.$inferSelect;
export type PartRow = typeof bulkParts.$inferSelect;
type NewPart = typeof bulkParts.$inferInsert;

export const UNFINISHED: readonly BulkState[] = ['running', 'taking_back'];

const ENDED: readonly BulkState[] = ['done', 'taken_back'];

/**
 * Selects when the job next has work: a bulk change to continue or delete, or a reserved spot to
 * free.
 */
export const NEXT_BULK_WORK = sql`select min(at) from (
  select created_at as at from ${bulkChanges} where ${inArray(bulkChanges.state, [...UNFINISHED])}
  union all select created_at + ${sql.raw(String(BULK_CHANGES_KEPT_MS))} from ${bulkChanges} where ${inArray(bulkChanges.state, [...ENDED])}
  union all select min(${bulkParts.keptUntil}) from ${bulkParts} where ${bulkParts.keptUntil} is not null)`;

/** Inserts a bulk change unless its request ID is known. Returns a row if it was inserted. */
export function insertBulk(orm: Queryable, row: typeof bulkChanges.$inferInsert) {
  return insertRow(orm, bulkChanges, row, { unlessKnown: bulkChanges.requestId }).returning();
}

/**
 * Inserts the parts from one JSON parameter, because they can exceed a statement's parameter limit.
 */
export function insertingParts(parts: readonly NewPart[]): ConditionalWrite {
  const listed = JSON.stringify(
    parts.map((part) => [
      part.bulkId,
      part.appointmentId,
      part.position,
      part.version,
      part.date ?? null,
      part.slotIndex ?? null,
    ]),
  );
  const at = (index: number) => sql.raw(`json_extract(value, '$[${index}]')`);
  return (orm, onlyIf) =>
    orm
      .insert(bulkParts)
      .select(
        sql`select ${at(0)}, ${at(1)}, ${at(2)}, 'waiting', ${at(3)}, ${at(4)}, ${at(5)}, null, null, null, null, null, null from json_each(${listed}) where ${onlyIf ?? sql`1`}`,
      );
}

/** Selects the bulk change with this request ID. */
export function selectBulkOfRequest(orm: Queryable, requestId: string) {
  return orm.select().from(bulkChanges).where(eq(bulkChanges.requestId, requestId));
}

/**
 * Selects the open deliveries, from a date on, in every window that has one of these deliveries.
 */
export function selectOpenBeside(orm: Queryable, ids: readonly string[], from: CalendarDate) {
  const { id, date, slotIndex, status, holdExpiresAt } = appointments;
  const listed = JSON.stringify(ids);
  return orm
    .select({ id, date, slotIndex })
    .from(appointments)
    .where(
      and(
        sql`(${date}, ${slotIndex}) in (select date, slot_index from ${appointments} as chosen where chosen.id in (select value from json_each(${listed})))`,
        gte(date, from),
        inArray(status, [...MODIFIABLE_STATUSES]),
        isNull(holdExpiresAt),
      ),
    )
    .orderBy(asc(date), asc(slotIndex));
}

/** Selects a bulk change by its ID. */
export function selectBulk(orm: Queryable, id: string) {
  return orm.select().from(bulkChanges).where(eq(bulkChanges.id, id));
}

/** Selects the bulk changes to continue, oldest first. */
export function selectUnderWay(orm: Queryable): Promise<BulkRow[]> {
  return orm
    .select()
    .from(bulkChanges)
    .where(inArray(bulkChanges.state, [...UNFINISHED]))
    .orderBy(asc(bulkChanges.createdAt), asc(bulkChanges.id))
    .limit(20);
}

/** Selects a bulk change's parts in order, in one state or in all. */
export function selectParts(orm: Queryable, bulkId: string, state?: PartState): Promise<PartRow[]> {
  const isInState = state === undefined ? undefined : eq(bulkParts.state, state);
  return orm
    .select()
    .from(bulkParts)
    .where(and(eq(bulkParts.bulkId, bulkId), isInState))
    .orderBy(asc(bulkParts.position));
}

const isPart = ({ bulkId, appointmentId }: Pick<PartRow, 'bulkId' | 'appointmentId'>) =>
  and(eq(bulkParts.bulkId, bulkId), eq(bulkParts.appointmentId, appointmentId)) as SQL;

/** Changes a part if its state hasn't changed since it was read. */
export function changePart(
  orm: Queryable,
  part: Pick<PartRow, 'bulkId' | 'appointmentId' | 'state'>,
  changes: Partial<Omit<NewPart, 'afterVersion'>> & { afterVersion?: SQL },
  onlyIf?: SQL,
) {
  return orm
    .update(bulkParts)
    .set(changes)
    .where(and(isPart(part), eq(bulkParts.state, part.state), onlyIf))
    .returning();
}

/** The reason of a part that was already in the requested state, so nothing was written. */
export const ALREADY_SO = 'Already up to date.';
/** The reason of a part that still waited when its bulk change was undone. */
export const NOT_BEGUN = 'Undone before it ran.';

/** Leaves out every waiting part. */
export function leaveOutWaiting(orm: Queryable, bulkId: string, reason: string) {
  return orm
    .update(bulkParts)
    .set({ state: 'left_out', reason })
    .where(and(eq(bulkParts.bulkId, bulkId), eq(bulkParts.state, 'waiting')));
}

/** Aborts its batch unless the part is waiting and its bulk change is running. */
export function unlessDue({ bulkId, appointmentId }: PartRow): Query {
  const due = sql`exists (select 1 from ${bulkParts} join ${bulkChanges} on ${eq(bulkChanges.id, bulkParts.bulkId)} where ${isPart({ bulkId, appointmentId })} and ${bulkParts.state} = 'waiting' and ${bulkChanges.state} = 'running')`;
  return asQuery(compile(abortUnless(due))({}));
}

/** Guards that the part's state hasn't changed and its customer hasn't been notified yet. */
export function isUntold(part: PartRow, now: number): SQL {
  const { bulkId, appointmentId } = part;
  return sql`exists (select 1 from ${bulkParts} where ${isPart(part)} and ${bulkParts.state} = ${part.state}) and not exists (select 1 from ${outbox} where ${outbox.bulkId} = ${bulkId} and ${outbox.appointmentId} = ${appointmentId} and (${outbox.attempts} > 0 or ${outbox.nextAttemptAt} <= ${now}))`;
}

/** Deletes a part's message from the outbox. */
export function removingMessage({ bulkId, appointmentId }: PartRow): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .delete(outbox)
      .where(and(eq(outbox.bulkId, bulkId), eq(outbox.appointmentId, appointmentId), onlyIf));
}

/** Updates a bulk change if it's in one of these states. Returns a row if so. */
export function changeBulk(
  orm: Queryable,
  id: string,
  states: readonly BulkState[],
  changes: Partial<typeof bulkChanges.$inferInsert>,
  onlyIf?: SQL,
) {
  return orm
    .update(bulkChanges)
    .set(changes)
    .where(and(eq(bulkChanges.id, id), inArray(bulkChanges.state, [...states]), onlyIf))
    .returning();
}

/** Guards that the bulk change is running, or can still be undone at `now` (ms). */
export const canBeTakenBackAt = (now: number) =>
  or(eq(bulkChanges.state, 'running'), gt(bulkChanges.takeBackUntil, now)) as SQL;

/**
 * Extends the wait of a bulk change's messages and the reservation of its spots to at least these
 * instants (ms).
 */
export function waitingFor(
  id: string,
  { placesUntil, messagesAt }: { placesUntil: number; messagesAt: number },
): ConditionalWrite[] {
  const { nextAttemptAt } = outbox;
  const isUntried = and(eq(outbox.bulkId, id), isNull(outbox.sentAt), eq(outbox.attempts, 0));
  return [
    (orm, onlyIf) =>
      orm
        .update(outbox)
        .set({ nextAttemptAt: sql`max(${nextAttemptAt}, ${messagesAt})` })
        .where(and(isUntried, onlyIf)),
    (orm, onlyIf) =>
      orm
        .update(bulkParts)
        .set({ keptUntil: sql`max(${bulkParts.keptUntil}, ${placesUntil})` })
        .where(and(eq(bulkParts.bulkId, id), sql`${bulkParts.keptUntil} is not null`, onlyIf)),
  ];
}

/** Ends the run. From now on, all messages and reserved spots wait equally long. */
export function finishRun(
  db: Db,
  id: string,
  { takeBackUntil, messagesAt }: { takeBackUntil: number; messagesAt: number },
) {
  return db.batch((orm) => [
    changeBulk(orm, id, ['running'], { state: 'done', takeBackUntil }),
    leaveOutWaiting(orm, id, ALREADY_SO),
    ...waitingFor(id, { placesUntil: takeBackUntil, messagesAt }).map((write) => write(orm)),
  ]);
}

/** Frees the spots whose reservation has ended at `now` (ms). */
export function freeKeptPlaces(db: Db, now: number) {
  return db.write((orm) =>
    orm.update(bulkParts).set({ keptUntil: null }).where(lte(bulkParts.keptUntil, now)),
  );
}

/** Deletes ended bulk changes that started long before `now` (ms). */
export function forgetBulkChanges(db: Db, now: number) {
  const old = sql`(select ${bulkChanges.id} from ${bulkChanges} where ${inArray(bulkChanges.state, [...ENDED])} and ${bulkChanges.createdAt} <= ${now - BULK_CHANGES_KEPT_MS})`;
  return db.batch((orm) => [
    orm.delete(bulkParts).where(sql`${bulkParts.bulkId} in ${old}`),
    orm.delete(bulkChanges).where(sql`${bulkChanges.id} in ${old}`),
  ]);
}

/** The columns of an appointment that a bulk change may change. */
const BEFORE = [
  'date',
  'slotIndex',
  'overCapacityReason',
  'status',
  'driverId',
  'holdExpiresAt',
  'noCardReason',
  'cancelledAt',
  'cancelReason',
] as const satisfies (keyof AppointmentRow)[];
export type BeforePart = Pick<AppointmentRow, (typeof BEFORE)[number]>;

/** Returns the columns that undoing a bulk change restores. */
export const beforePart = (row: AppointmentRow) =>
  Object.fromEntries(BEFORE.map((column) => [column, row[column]])) as BeforePart;
