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

export type BulkRow = typeof bulkChanges.$inferSelect;
export type PartRow = typeof bulkParts.$inferSelect;
type NewPart = typeof bulkParts.$inferInsert;

export const UNDER_WAY: readonly BulkState[] = ['running', 'taking_back'];

const ENDED: readonly BulkState[] = ['done', 'taken_back'];

/** Bulk changes are forgotten so long after they were begun; the activity still tells of them. */
const KEPT_MS = 30 * 86_400_000;

/** When the job of bulk changes has work: one is under way or to be forgotten, or a place is free again. */
export const NEXT_BULK_WORK = sql`select min(at) from (
  select created_at as at from ${bulkChanges} where ${inArray(bulkChanges.state, [...UNDER_WAY])}
  union all select created_at + ${sql.raw(String(KEPT_MS))} from ${bulkChanges} where ${inArray(bulkChanges.state, [...ENDED])}
  union all select min(${bulkParts.keptUntil}) from ${bulkParts} where ${bulkParts.keptUntil} is not null)`;

/** Begins a bulk change, unless one with its request id is known; a row where it was written. */
export function insertBulk(orm: Queryable, row: typeof bulkChanges.$inferInsert) {
  return insertRow(orm, bulkChanges, row, { unlessKnown: bulkChanges.requestId }).returning();
}

/** Its parts, as one statement: there are more of them than one statement takes parameters. */
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

/** The bulk change that a request made, by the key of the request; no row where it made none. */
export function selectBulkOfRequest(orm: Queryable, requestId: string) {
  return orm.select().from(bulkChanges).where(eq(bulkChanges.requestId, requestId));
}

/** The open deliveries, from a date on, of every time slot that some of them are in. */
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

/** The bulk change of an id; no row for an unknown one. */
export function selectBulk(orm: Queryable, id: string) {
  return orm.select().from(bulkChanges).where(eq(bulkChanges.id, id));
}

/** Those that a job has to go on with, the oldest first. */
export function selectUnderWay(orm: Queryable): Promise<BulkRow[]> {
  return orm
    .select()
    .from(bulkChanges)
    .where(inArray(bulkChanges.state, [...UNDER_WAY]))
    .orderBy(asc(bulkChanges.createdAt), asc(bulkChanges.id))
    .limit(20);
}

/** The parts of a bulk change in their order; those in a state, or all. */
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

/** Changes a part that is still in the state in which it was read. */
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

/** Leaves out every part that still waits for its turn. */
export function leaveOutWaiting(orm: Queryable, bulkId: string, reason: string) {
  return orm
    .update(bulkParts)
    .set({ state: 'left_out', reason })
    .where(and(eq(bulkParts.bulkId, bulkId), eq(bulkParts.state, 'waiting')));
}

/** Ends its batch unless the part waits for its turn, and its bulk change runs. */
export function unlessDue({ bulkId, appointmentId }: PartRow): Query {
  const due = sql`exists (select 1 from ${bulkParts} join ${bulkChanges} on ${eq(bulkChanges.id, bulkParts.bulkId)} where ${isPart({ bulkId, appointmentId })} and ${bulkParts.state} = 'waiting' and ${bulkChanges.state} = 'running')`;
  return asQuery(compile(abortUnless(due))({}));
}

/** A guard: the part is as it was read, and its customer was not told yet. */
export function isUntold(part: PartRow, now: number): SQL {
  const { bulkId, appointmentId } = part;
  return sql`exists (select 1 from ${bulkParts} where ${isPart(part)} and ${bulkParts.state} = ${part.state}) and not exists (select 1 from ${outbox} where ${outbox.bulkId} = ${bulkId} and ${outbox.appointmentId} = ${appointmentId} and (${outbox.attempts} > 0 or ${outbox.nextAttemptAt} <= ${now}))`;
}

/** Takes the message of a part out of the outbox. */
export function removingMessage({ bulkId, appointmentId }: PartRow): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .delete(outbox)
      .where(and(eq(outbox.bulkId, bulkId), eq(outbox.appointmentId, appointmentId), onlyIf));
}

/** Changes a bulk change that is in one of the states; a row where it was. */
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

/** A guard: the bulk change runs, or is done and can still be taken back at `now` (ms). */
export const canBeTakenBackAt = (now: number) =>
  or(eq(bulkChanges.state, 'running'), gt(bulkChanges.takeBackUntil, now)) as SQL;

/** Lets the messages of a bulk change wait, and its places be kept, until these instants (ms) at least. */
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

/** From the end of the run on all of it waits equally long: its messages, and the places it keeps. */
export function finishRun(
  db: Db,
  id: string,
  { takeBackUntil, messagesAt }: { takeBackUntil: number; messagesAt: number },
) {
  return db.batch((orm) => [
    changeBulk(orm, id, ['running'], { state: 'done', takeBackUntil }),
    // Their verbs found them as they were to be, and have written nothing.
    leaveOutWaiting(orm, id, 'Already up to date.'),
    ...waitingFor(id, { placesUntil: takeBackUntil, messagesAt }).map((write) => write(orm)),
  ]);
}

/** Keeps no place for longer than it was to be kept, at `now` (ms). */
export function freeKeptPlaces(db: Db, now: number) {
  return db.write((orm) =>
    orm.update(bulkParts).set({ keptUntil: null }).where(lte(bulkParts.keptUntil, now)),
  );
}

/** Forgets what has ended and was begun long before `now` (ms). */
export function forgetBulkChanges(db: Db, now: number) {
  const old = sql`(select ${bulkChanges.id} from ${bulkChanges} where ${inArray(bulkChanges.state, [...ENDED])} and ${bulkChanges.createdAt} <= ${now - KEPT_MS})`;
  return db.batch((orm) => [
    orm.delete(bulkParts).where(sql`${bulkParts.bulkId} in ${old}`),
    orm.delete(bulkChanges).where(sql`${bulkChanges.id} in ${old}`),
  ]);
}

/** The columns that a part may change, as they are before it. */
const BEFORE = [
  'date',
  'slotIndex',
  'status',
  'driverId',
  'holdExpiresAt',
  'noCardReason',
  'cancelledAt',
  'cancelReason',
] as const satisfies (keyof AppointmentRow)[];
export type BeforePart = Pick<AppointmentRow, (typeof BEFORE)[number]>;

/** The columns of an appointment that a bulk change may change, to be put back by its undo. */
export const beforePart = (row: AppointmentRow) =>
  Object.fromEntries(BEFORE.map((column) => [column, row[column]])) as BeforePart;
