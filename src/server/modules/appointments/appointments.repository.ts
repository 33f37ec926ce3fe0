import {
  and,
  asc,
  desc,
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
import type { Db, Queryable, Values } from '@/db/client';
import { perDb } from '@/db/per-db';
import { appointments, auditLog, photos } from '@/db/schema';
import type { AppointmentStatus } from '@/domain/booking/status';
import type { CalendarDate } from '@/domain/calendar';
import { hasPlaceLeft } from '../slots/slots.repository';

export type AppointmentRow = typeof appointments.$inferSelect;
export type NewAppointment = typeof appointments.$inferInsert;
type Changes = Partial<NewAppointment>;

type Columns = [keyof NewAppointment, SQLiteColumn][];
const COLUMNS = Object.entries(getTableColumns(appointments)) as Columns;
/** What the database would fill in; no column of appointments has a default that it computes. */
const DEFAULTS = Object.fromEntries(COLUMNS.map(([key, column]) => [key, column.default ?? null]));
/** Those whose values the database keeps in another form, such as booleans. */
const ENCODED = COLUMNS.filter(
  ([, { dataType }]) => dataType !== 'string' && dataType !== 'number',
);

/** The guarded insert, with every column given, so that nothing has to be read back. */
const insertOf = perDb((db) => {
  const names = COLUMNS.map(([, column]) => sql.identifier(column.name));
  const values = COLUMNS.map(([key]) => placeholder(key));
  const window = { date: placeholder('date'), windowIndex: placeholder('windowIndex') };
  return db.guarded(
    sql`insert into ${appointments} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)} where ${hasPlaceLeft(window, placeholder('now'))} returning id`,
  );
});

/**
 * Books: inserts the appointment if its window has a place left. One statement, so two processes
 * can never both see the last place (D9). Null when the window is full or blocked.
 */
export async function insertIfPlaceLeft(
  db: Db,
  row: NewAppointment,
  now: number,
): Promise<AppointmentRow | null> {
  const whole: Values = { ...DEFAULTS };
  for (const key in row) {
    const value = row[key as keyof NewAppointment];
    if (value !== undefined) whole[key] = value;
  }
  const values: Values = { ...whole, now };
  for (const [key, column] of ENCODED) {
    if (values[key] !== null) values[key] = column.mapToDriverValue(values[key]);
  }
  const [written] = await insertOf(db)(values);
  return written ? (whole as AppointmentRow) : null;
}

/**
 * Changes an appointment only if `guard` still holds; the row as it is afterwards, or null. Every
 * change of status passes the statuses it may come from, so of two at once one wins.
 */
export async function updateIf(
  orm: Queryable,
  id: string,
  guard: { statuses?: readonly AppointmentStatus[]; also?: SQL },
  changes: Changes,
): Promise<AppointmentRow | null> {
  const [row] = await orm
    .update(appointments)
    .set(changes)
    .where(
      and(
        eq(appointments.id, id),
        guard.statuses && inArray(appointments.status, [...guard.statuses]),
        guard.also,
      ),
    )
    .returning();
  return row ?? null;
}

/** A guard: the hold still keeps the place, or there is a place to take again (D13). */
export function holdsOrCanRetake(
  id: string,
  window: { date: CalendarDate; windowIndex: number },
  now: number,
): SQL {
  return sql`(${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now} or ${hasPlaceLeft(window, now, id)})`;
}

/** A guard: no other saving of a card was begun for this booking since it was read. */
export function savesCardAs(row: Pick<AppointmentRow, 'setupIntentId' | 'setupAttempt'>): SQL {
  return sql`(${appointments.setupIntentId} is ${row.setupIntentId} and ${appointments.setupAttempt} = ${row.setupAttempt})`;
}

export async function findAppointment(orm: Queryable, id: string): Promise<AppointmentRow | null> {
  const [row] = await orm.select().from(appointments).where(eq(appointments.id, id));
  return row ?? null;
}

export async function findByRequest(
  orm: Queryable,
  requestId: string,
): Promise<AppointmentRow | null> {
  const [row] = await orm.select().from(appointments).where(eq(appointments.requestId, requestId));
  return row ?? null;
}

/** A driver's deliveries of one date that are still to do, in the order of the day. */
export function listForDriver(orm: Queryable, driverId: number, date: CalendarDate) {
  return orm
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.driverId, driverId),
        eq(appointments.date, date),
        inArray(appointments.status, ['pending', 'confirmed', 'scheduled', 'en_route']),
        isNull(appointments.holdExpiresAt),
      ),
    )
    .orderBy(asc(appointments.windowIndex), asc(appointments.createdAt));
}

/** What a driver has set out for and not ended, whatever the date, in the order of setting out. */
export function listEnRoute(orm: Queryable, driverId: number): Promise<AppointmentRow[]> {
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
    .orderBy(asc(appointments.windowIndex), asc(appointments.createdAt));
}

/** Photo rows of an appointment. */
export function photosOf(orm: Queryable, appointmentId: string) {
  return orm
    .select({ id: photos.id, kind: photos.kind, width: photos.width, height: photos.height })
    .from(photos)
    .where(eq(photos.appointmentId, appointmentId));
}

/** Who did what to an appointment, newest first. */
export function auditOf(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.appointmentId, appointmentId))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(200);
}
