import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  ne,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import { type ConditionalWrite, type Guard, unchanged } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, photos } from '@/db/schema';
import type { HeldBy, HoldLimits } from '@/domain/appointment/hold-limits';
import type { AppointmentStatus } from '@/domain/appointment/status';
import { VERSIONED } from '@/domain/appointment/version';
import type { CalendarDate } from '@/domain/dates';
import { lazy } from '@/server/config/lazy';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import { holdLimitValues, isWithinHoldLimits } from './hold-limits.repository';
import { isWithinOpenLimit, openLimitValues } from './open-limit.repository';

export type NewAppointment = typeof appointments.$inferInsert;
export type AppointmentChanges = Partial<NewAppointment>;

type Columns = [keyof NewAppointment, SQLiteColumn][];
const COLUMNS = Object.entries(getTableColumns(appointments)) as Columns;
/**
 * The guarded insert, with every column given, so that nothing has to be read back. Compiling it at
 * every call instead: a booking takes 719 µs of the processor and not 415.
 */
const guardedInsert = lazy(() => compileInsert(sql``));
const guardedInsertWithinOpen = lazy(() => compileInsert(sql` and ${isWithinOpenLimit()}`));
const guardedInsertWithinLimits = lazy(() =>
  compileInsert(sql` and ${isWithinHoldLimits()} and ${isWithinOpenLimit()}`),
);

function compileInsert(andLimits: SQL) {
  const names = COLUMNS.map(([, column]) => sql.identifier(column.name));
  const values = COLUMNS.map(([key, column]) => sql.param(placeholder(key), column));
  const timeSlot = { date: placeholder('date'), slotIndex: placeholder('slotIndex') };
  return compile(
    sql`insert into ${appointments} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} where ${hasCapacityLeft(timeSlot, placeholder('now'))}${andLimits} returning id`,
  );
}

/** A new row as it will be stored: no column of appointments has a default that the database computes. */
export const wholeAppointment = (row: NewAppointment) =>
  Object.fromEntries(
    COLUMNS.map(([key, column]) => [key, row[key] ?? column.default ?? null]),
  ) as AppointmentRow;

/** Who books, and what limits it: null where nothing does. */
export type BookingLimits = {
  by: HeldBy;
  limits: HoldLimits | null;
  /** The most deliveries that are open before staff confirm one. */
  mostOpen: number | null;
  today: CalendarDate;
};

/**
 * Books: inserts the appointment if its time slot has a place left. One statement, so two processes
 * can never both see the last place. Null when the time slot is full or blocked, or when one more
 * hold or one more open delivery is beyond the limits.
 */
export async function insertIfCapacityLeft(
  db: Db,
  row: NewAppointment,
  now: number,
  limits?: BookingLimits,
): Promise<AppointmentRow | null> {
  const whole = wholeAppointment(row);
  const insert = limits ? insertWithin(whole, now, limits) : guardedInsert()({ ...whole, now });
  const isWritten = ([rows]: readonly unknown[]) => (rows as unknown[]).length > 0;
  return isWritten(await db.batch(() => [asQuery(insert)], isWritten)) ? whole : null;
}

function insertWithin(
  row: AppointmentRow,
  now: number,
  { by, limits, mostOpen, today }: BookingLimits,
) {
  const values = { ...row, ...openLimitValues(by, mostOpen, today), now };
  if (limits)
    return guardedInsertWithinLimits()({ ...values, ...holdLimitValues(by, limits, now) });
  return mostOpen === null ? guardedInsert()({ ...row, now }) : guardedInsertWithinOpen()(values);
}

/** A guard: the appointment stands as it was read, in every column. */
export function isUnchanged(read: AppointmentRow): Guard {
  return sql`exists (select 1 from ${appointments} where ${appointments.id} = ${read.id} and ${unchanged(appointments, read)})`;
}

/**
 * The changes, with the next version where they change what a version is of. Every change of an
 * appointment but its payment and arrival passes here.
 */
function moving(changes: AppointmentChanges) {
  const names = VERSIONED.filter((name) => changes[name] !== undefined);
  if (names.length === 0) return changes;
  const columns = names.map((name) => sql`${appointments[name]}`);
  const values = names.map((name) => sql.param(changes[name], appointments[name]));
  const differs = sql`(${sql.join(columns, sql`, `)}) is not (${sql.join(values, sql`, `)})`;
  return { ...changes, version: sql`${appointments.version} + (${differs})` };
}

/** A change of an appointment that follows from what the batch wrote before. */
export function changing(id: string, changes: AppointmentChanges): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(appointments)
      .set(moving(changes))
      .where(and(eq(appointments.id, id), onlyIf));
}

/** When a driver on the way should arrive (ms). */
export function changeArrival(orm: Queryable, id: string, arrivalAt: number, now: number) {
  return orm
    .update(appointments)
    .set({ arrivalAt, updatedAt: now })
    .where(and(eq(appointments.id, id), eq(appointments.status, 'en_route')));
}

/** The value of a column of one appointment, as a part of another query. */
export function columnOf(id: string, column: keyof AppointmentRow): SQL {
  return sql`(select ${appointments[column]} from ${appointments} where ${appointments.id} = ${id})`;
}

/** A time slot, for a query: what is left out is the appointment's own. */
export function timeSlotOr(
  id: string,
  { date, slotIndex }: { date?: CalendarDate | undefined; slotIndex?: number | undefined },
) {
  return { date: date ?? columnOf(id, 'date'), slotIndex: slotIndex ?? columnOf(id, 'slotIndex') };
}

/**
 * Changes an appointment that stands as it was read, in every column, and for which the other guards
 * hold; the row as it is afterwards. For a guarded batch.
 */
export function changeUnchanged(
  orm: Queryable,
  read: AppointmentRow,
  changes: AppointmentChanges,
  ...guards: (SQL | undefined)[]
) {
  return orm
    .update(appointments)
    .set(moving(changes))
    .where(and(eq(appointments.id, read.id), unchanged(appointments, read), ...guards))
    .returning();
}

type ChangeGuard = { statuses?: readonly AppointmentStatus[]; also?: SQL | undefined };

/**
 * Changes an appointment only if `guard` still holds. Every change of status passes the statuses it
 * may come from, so of two at once one wins.
 *
 * @returns the statement; its rows are the appointment as it is afterwards, or none
 */
export function changeIf(
  orm: Queryable,
  id: string,
  guard: ChangeGuard,
  changes: AppointmentChanges,
) {
  return orm
    .update(appointments)
    .set(moving(changes))
    .where(
      and(
        eq(appointments.id, id),
        guard.statuses && inArray(appointments.status, [...guard.statuses]),
        guard.also,
      ),
    )
    .returning();
}

/** Begins a setup of a card, where no other one began for this appointment since it was read. */
export function beginSetupOf(
  orm: Queryable,
  row: Pick<AppointmentRow, 'id' | 'setupIntentId' | 'setupAttempt'>,
  changes: AppointmentChanges,
  onlyIf?: Guard,
) {
  const isSame = sql`(${appointments.setupIntentId} is ${row.setupIntentId} and ${appointments.setupAttempt} = ${row.setupAttempt})`;
  return changeIf(orm, row.id, { also: and(isSame, onlyIf) }, changes);
}

/** The appointment of an id; no row for an unknown one. */
export function selectAppointment(orm: Queryable, id: string | SQL) {
  return orm.select().from(appointments).where(eq(appointments.id, id));
}

/** The appointments of some ids, in no order; no row for an unknown one. */
export function selectAppointments(orm: Queryable, ids: readonly string[]) {
  return orm
    .select()
    .from(appointments)
    .where(inArray(appointments.id, [...ids]));
}

/** The appointment of an id, or null. */
export async function findAppointment(orm: Queryable, id: string): Promise<AppointmentRow | null> {
  const [row] = await selectAppointment(orm, id);
  return row ?? null;
}

/** The appointment that a request made, by the key of the request, or null. */
export async function findByRequest(
  orm: Queryable,
  requestId: string,
): Promise<AppointmentRow | null> {
  const [row] = await orm.select().from(appointments).where(eq(appointments.requestId, requestId));
  return row ?? null;
}

/** The appointment of a guest's link, by the hash of its token, or null. */
export async function findByLink(
  orm: Queryable,
  linkHashes: readonly string[],
): Promise<AppointmentRow | null> {
  const [row] = await selectByLink(orm, linkHashes);
  return row ?? null;
}

/** The same as a query. */
export function selectByLink(orm: Queryable, linkHashes: readonly string[]) {
  return orm
    .select()
    .from(appointments)
    .where(inArray(appointments.linkHash, [...linkHashes]));
}

/** The stops that a driver has set out for and not ended, of any date, in the order of setting out. */
export function selectEnRoute(orm: Queryable, driverId: number | SQL) {
  return orm
    .select()
    .from(appointments)
    .where(and(eq(appointments.driverId, driverId), eq(appointments.status, 'en_route')))
    .orderBy(asc(appointments.enRouteAt), asc(appointments.id));
}

/** Kept and not cancelled deliveries of a date, of one driver or of all, in the order of the day. */
export function listOfDate(orm: Queryable, date: CalendarDate, driverId?: number) {
  return orm
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.date, date),
        driverId === undefined ? undefined : eq(appointments.driverId, driverId),
        ne(appointments.status, 'cancelled'),
        isNull(appointments.holdExpiresAt),
      ),
    )
    .orderBy(asc(appointments.slotIndex), asc(appointments.createdAt));
}

/** Photo rows of an appointment. */
export function photosOf(orm: Queryable, appointmentId: string) {
  return orm
    .select({ id: photos.id, kind: photos.kind, width: photos.width, height: photos.height })
    .from(photos)
    .where(eq(photos.appointmentId, appointmentId));
}
