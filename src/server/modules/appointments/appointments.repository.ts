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
import type { Ticket } from '@/domain/trucks/ticket';
import { lazy } from '@/server/config/lazy';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import { holdLimitValues, isWithinHoldLimits } from './hold-limits.repository';
import { isWithinOpenLimit, openLimitValues } from './open-limit.repository';

export type NewAppointment = typeof appointments.$inferInsert;
export type AppointmentChanges = Partial<NewAppointment>;

type Columns = [keyof NewAppointment, SQLiteColumn][];
const COLUMNS = Object.entries(getTableColumns(appointments)) as Columns;
/**
 * The guarded insert names every column, so nothing has to be read back. It's compiled only once,
 * because compiling it in every call takes 719 µs of CPU time per booking instead of 415 µs.
 */
const guardedInsert = lazy(() => compileInsert(sql``));
const withinOpen = () => sql` and ${isWithinOpenLimit()}`;
const withinLimits = () => sql` and ${isWithinHoldLimits()} and ${isWithinOpenLimit()}`;
const guardedInsertWithinOpen = lazy(() => compileInsert(withinOpen()));
const guardedInsertWithinLimits = lazy(() => compileInsert(withinLimits()));

function compileInsert(andLimits: SQL) {
  const names = COLUMNS.map(([, column]) => sql.identifier(column.name));
  const values = COLUMNS.map(([key, column]) => sql.param(placeholder(key), column));
  const timeSlot = { date: placeholder('date'), slotIndex: placeholder('slotIndex') };
  return compile(
    sql`insert into ${appointments} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} where ${hasCapacityLeft(timeSlot, placeholder('now'))}${andLimits} returning id`,
  );
}

/**
 * Returns a new row as it will be stored. No column of appointments has a default that the database
 * computes.
 */
export const wholeAppointment = (row: NewAppointment) =>
  Object.fromEntries(
    COLUMNS.map(([key, column]) => [key, row[key] ?? column.default ?? null]),
  ) as AppointmentRow;

/** The person who books, and their limits. A null limit isn't checked. */
export type BookingLimits = {
  by: HeldBy;
  limits: HoldLimits | null;
  /** Maximum number of open deliveries that a customer may have before staff confirm one. */
  mostOpen: number | null;
  today: CalendarDate;
  /** Guards that the order's discount still has a use left. Omitted without a discount. */
  isLeft?: SQL | undefined;
};

/**
 * Inserts the appointment if its time window has a spot left. It's one statement, so two processes
 * can't both get the last spot.
 *
 * @returns null if the window is full or blocked, or if this would exceed a limit on holds or open
 *   deliveries, or if the discount is used up
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
  { by, limits, mostOpen, today, isLeft }: BookingLimits,
) {
  // Few orders have a discount, so their statement is compiled each time.
  const compiled = (usual: () => Insert, andLimits: () => SQL) =>
    isLeft ? compileInsert(sql`${andLimits()} and ${isLeft}`) : usual();
  const values = { ...row, ...openLimitValues(by, mostOpen, today), now };
  if (limits) {
    const insert = compiled(guardedInsertWithinLimits, withinLimits);
    return insert({ ...values, ...holdLimitValues(by, limits, now) });
  }
  return mostOpen === null
    ? compiled(guardedInsert, () => sql``)({ ...row, now })
    : compiled(guardedInsertWithinOpen, withinOpen)(values);
}
type Insert = ReturnType<typeof compileInsert>;

/** Guards that the appointment is unchanged in every column since it was read. */
export function isUnchanged(read: AppointmentRow): Guard {
  return sql`exists (select 1 from ${appointments} where ${appointments.id} = ${read.id} and ${unchanged(appointments, read)})`;
}

/**
 * Adds the next version if a versioned column changes. Every change of an appointment passes
 * through here, except those of its payment and arrival time.
 */
function moving(changes: AppointmentChanges) {
  const names = VERSIONED.filter((name) => changes[name] !== undefined);
  const columns = names.map((name) => sql`${appointments[name]}`);
  const values = names.map((name) => sql.param(changes[name], appointments[name]));
  if (changes.boat !== undefined) {
    columns.push(sql`${appointments.boat} ->> 'name'`);
    values.push(sql.param(changes.boat?.name ?? null));
  }
  if (columns.length === 0) return changes;
  const differs = sql`(${sql.join(columns, sql`, `)}) is not (${sql.join(values, sql`, `)})`;
  return { ...changes, version: sql`${appointments.version} + (${differs})` };
}

/** Changes an appointment if the earlier statements of the batch changed something. */
export function changing(id: string, changes: AppointmentChanges): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(appointments)
      .set(moving(changes))
      .where(and(eq(appointments.id, id), onlyIf));
}

/** Sets the expected arrival (ms) of a driver who is on the way. */
export function changeArrival(orm: Queryable, id: string, arrivalAt: number, now: number) {
  return orm
    .update(appointments)
    .set({ arrivalAt, updatedAt: now })
    .where(and(eq(appointments.id, id), eq(appointments.status, 'en_route')));
}

/** Reads one column of an appointment inside another query. */
export function columnOf(id: string, column: keyof AppointmentRow): SQL {
  return sql`(select ${appointments[column]} from ${appointments} where ${appointments.id} = ${id})`;
}

/** Returns a time window for use in a query. Missing parts come from the appointment itself. */
export function timeSlotOr(
  id: string,
  { date, slotIndex }: { date?: CalendarDate | undefined; slotIndex?: number | undefined },
) {
  return { date: date ?? columnOf(id, 'date'), slotIndex: slotIndex ?? columnOf(id, 'slotIndex') };
}

/**
 * Changes an appointment if it's unchanged since it was read and the other guards hold. It's meant
 * for a guarded batch, and returns the row after the change.
 */
export function changeUnchanged(
  orm: Queryable,
  read: AppointmentRow,
  {
    ticket,
    ...changes
  }: Omit<AppointmentChanges, 'ticket'> & {
    ticket?: Ticket | SQL<Ticket> | null | undefined;
  },
  ...guards: (SQL | undefined)[]
) {
  return orm
    .update(appointments)
    .set({ ...moving(changes), ...(ticket !== undefined && { ticket }) })
    .where(and(eq(appointments.id, read.id), unchanged(appointments, read), ...guards))
    .returning();
}

type ChangeGuard = { statuses?: readonly AppointmentStatus[]; also?: SQL | undefined };

/**
 * Changes an appointment only if `guard` still holds. Every status change passes the statuses it
 * may start from, so only one of two concurrent changes succeeds.
 *
 * @returns a statement whose rows are the changed appointment, or none
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

/** Begins saving a card, unless another setup was begun for this appointment since it was read. */
export function beginSetupOf(
  orm: Queryable,
  row: Pick<AppointmentRow, 'id' | 'setupIntentId' | 'setupAttempt'>,
  changes: AppointmentChanges,
  onlyIf?: Guard,
) {
  const isSame = sql`(${appointments.setupIntentId} is ${row.setupIntentId} and ${appointments.setupAttempt} = ${row.setupAttempt})`;
  return changeIf(orm, row.id, { also: and(isSame, onlyIf) }, changes);
}

/** Selects an appointment by its ID. */
export function selectAppointment(orm: Queryable, id: string | SQL) {
  return orm.select().from(appointments).where(eq(appointments.id, id));
}

/** Selects appointments by their IDs, in no particular order. Unknown IDs are skipped. */
export function selectAppointments(orm: Queryable, ids: readonly string[]) {
  return orm
    .select()
    .from(appointments)
    .where(inArray(appointments.id, [...ids]));
}

/** Returns the appointment with this ID, or null. */
export async function findAppointment(orm: Queryable, id: string): Promise<AppointmentRow | null> {
  const [row] = await selectAppointment(orm, id);
  return row ?? null;
}

/** Returns the appointment that a request created, by its request ID, or null. */
export async function findByRequest(
  orm: Queryable,
  requestId: string,
): Promise<AppointmentRow | null> {
  const [row] = await orm.select().from(appointments).where(eq(appointments.requestId, requestId));
  return row ?? null;
}

/** Returns the appointment of a guest's link, by the hash of its token, or null. */
export async function findByLink(
  orm: Queryable,
  linkHashes: readonly string[],
): Promise<AppointmentRow | null> {
  const [row] = await selectByLink(orm, linkHashes);
  return row ?? null;
}

/** Selects the appointment of a guest's link, by the hash of its token. */
export function selectByLink(orm: Queryable, linkHashes: readonly string[]) {
  return orm
    .select()
    .from(appointments)
    .where(inArray(appointments.linkHash, [...linkHashes]));
}

/** Selects a driver's stops that are en route, on any date, in the order they were started. */
export function selectEnRoute(orm: Queryable, driverId: number | SQL) {
  return orm
    .select()
    .from(appointments)
    .where(and(eq(appointments.driverId, driverId), eq(appointments.status, 'en_route')))
    .orderBy(asc(appointments.enRouteAt), asc(appointments.id));
}

/**
 * Lists a date's deliveries for one driver or for all, without cancelled ones and holds, by time
 * window.
 */
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

/** Selects the photos of an appointment. */
export function photosOf(orm: Queryable, appointmentId: string) {
  return orm
    .select({ id: photos.id, kind: photos.kind, width: photos.width, height: photos.height })
    .from(photos)
    .where(eq(photos.appointmentId, appointmentId));
}
