import { and, asc, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import {
  appointmentSearchTexts,
  appointments,
  customerSearchTexts,
  drivers,
  guestAppointments,
  users,
} from '@/db/schema';
import { isFoundDriver } from '@/db/search-match';
import type { CalendarDate } from '@/domain/dates';
import { SEARCH_SHOWN } from '@/domain/search';

/** More appointments than are shown, so that the person's next delivery is among them. */
const LATEST_FOUND = 16;
/**
 * Reads the appointments of only the first two matching customers. If more match, staff are
 * probably still typing.
 */
const PEOPLE_MEANT = 2;
const OF_FOUND_PEOPLE = 12;

/** The text as typed, its expression for MATCH, and today's date. */
export type SearchTerms = { text: string; expression: string; today: CalendarDate };

/** Selects the rowids of the newest texts that match. */
const latestIn = (table: 'customers_search' | 'appointments_search', what: string, limit: number) =>
  sql`(select rowid from ${sql.raw(table)} where ${sql.raw(table)} match ${what}
    order by rowid desc limit ${limit})`;

const customersFound = ({ expression }: SearchTerms, limit: number) =>
  sql`${customerSearchTexts.id} in ${latestIn('customers_search', expression, limit)}`;

function selectCustomers(orm: Queryable, sought: SearchTerms) {
  return orm
    .select({
      id: users.id,
      username: users.username,
      fullName: users.fullName,
      phone: users.phone,
      email: sql<string | null>`coalesce(${users.email}, ${users.guestEmail})`,
      /** True for someone who booked without an account. */
      isGuest: sql<boolean>`${users.role} = 'guest'`.mapWith(Boolean),
      /** The code of a guest's newest order, or null for an account. */
      guestCode: sql<string | null>`case when ${users.role} = 'guest' then (
        select ${appointments.publicCode}
        from (select appointment_id from ${guestAppointments}
          where ${guestAppointments.guestId} = ${users.id}) as own
        cross join ${appointments} on ${appointments.id} = own.appointment_id
        order by ${appointments.date} desc, ${appointments.slotIndex} desc limit 1) end`,
    })
    .from(customerSearchTexts)
    .innerJoin(users, eq(users.id, customerSearchTexts.userId))
    .where(customersFound(sought, SEARCH_SHOWN.customers));
}

function selectDrivers(orm: Queryable, sought: SearchTerms) {
  return orm
    .select({ id: drivers.id, name: drivers.name, vehicleInfo: drivers.vehicleInfo })
    .from(drivers)
    .where(isFoundDriver(sought.text))
    .orderBy(asc(drivers.id))
    .limit(SEARCH_SHOWN.drivers);
}

function selectAppointments(orm: Queryable, where: SQL | undefined) {
  return orm
    .select({
      id: appointments.id,
      publicCode: appointments.publicCode,
      status: appointments.status,
      date: appointments.date,
      slotIndex: appointments.slotIndex,
      holdExpiresAt: appointments.holdExpiresAt,
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      customerName: sql<string | null>`coalesce(${users.fullName}, ${appointments.customerName})`,
      customerPhone: sql<string | null>`coalesce(${appointments.customerPhone}, ${users.phone})`,
      driverName: drivers.name,
      remainingBalanceCents: appointments.remainingBalanceCents,
      // Needed to start a new booking for a guest who ordered before.
      userId: appointments.userId,
      customerEmail: appointments.customerEmail,
      fuelType: appointments.fuelType,
      boatName: sql<string | null>`${appointments.boat} ->> 'name'`,
    })
    .from(appointments)
    .leftJoin(users, eq(users.id, appointments.userId))
    .leftJoin(drivers, eq(drivers.id, appointments.driverId))
    .where(where)
    .$dynamic();
}

/** Selects the newest appointments whose own text matches. */
function selectByText(orm: Queryable, { expression }: SearchTerms) {
  const found = orm
    .select({ id: appointmentSearchTexts.appointmentId })
    .from(appointmentSearchTexts)
    .where(
      sql`${appointmentSearchTexts.id} in ${latestIn('appointments_search', expression, LATEST_FOUND)}`,
    );
  return selectAppointments(orm, inArray(appointments.id, found));
}

/** Selects the newest appointments of the first matching customers. */
function selectOfCustomers(orm: Queryable, sought: SearchTerms) {
  const found = orm
    .select({ id: customerSearchTexts.userId })
    .from(customerSearchTexts)
    .where(customersFound(sought, PEOPLE_MEANT));
  return selectAppointments(
    orm,
    and(inArray(appointments.userId, found), isNull(appointments.holdExpiresAt)),
  )
    .orderBy(desc(appointments.date), desc(appointments.slotIndex))
    .limit(OF_FOUND_PEOPLE);
}

/** Selects the next appointments of matching drivers. */
function selectOfDrivers(orm: Queryable, sought: SearchTerms) {
  const found = orm.select({ id: drivers.id }).from(drivers).where(isFoundDriver(sought.text));
  return selectAppointments(
    orm,
    and(inArray(appointments.driverId, found), gte(appointments.date, sought.today)),
  )
    .orderBy(asc(appointments.date), asc(appointments.slotIndex))
    .limit(OF_FOUND_PEOPLE);
}

/** Selects all matches. */
export const selectFound = (orm: Queryable, sought: SearchTerms) =>
  [
    selectCustomers(orm, sought),
    selectDrivers(orm, sought),
    selectByText(orm, sought),
    selectOfCustomers(orm, sought),
    selectOfDrivers(orm, sought),
  ] as const;

/** Selects 0 if any search text is stale, otherwise no row. */
export const STALE_SEARCH_TEXT = sql`select 0 where
  exists (select 1 from ${customerSearchTexts} where ${customerSearchTexts.stale} > 0)
  or exists (select 1 from ${appointmentSearchTexts} where ${appointmentSearchTexts.stale} > 0)
  or exists (select 1 from ${drivers} where ${drivers.searchText} is null)`;
