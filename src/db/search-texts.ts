/**
 * Keeps the search texts (schema/search.ts) in sync with customers, appointments, and drivers. A
 * trigger clears a changed record's text and marks it as stale. We fold it before the next search
 * or list, and a job folds the rest. An upgrade leaves all texts stale but with the previous
 * version's content, so searches still work until the job has folded them.
 */

import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { foldedText } from '@/domain/folding';
import { phoneKey } from '@/domain/phone-number';
import { searchText } from '@/domain/search-text';
import type { Db, Queryable } from './client';
import { asQuery } from './engine/compile';
import type { Query, ResultsOf } from './engine/queries';
import { recognizing } from './guests';
import {
  appointmentSearchTexts,
  appointments,
  changes,
  customerSearchTexts,
  drivers,
  searchProgress,
  users,
} from './schema';
import { takingUpAppointments } from './search-changes';

/** Selects a row if an appointment was created that isn't in the search yet. */
export function selectNotTakenUp(orm: Queryable) {
  const progress = orm
    .select({ seq: searchProgress.seq })
    .from(searchProgress)
    .where(eq(searchProgress.id, 1));
  return orm
    .select({ seq: changes.seq })
    .from(changes)
    .where(and(sql`${changes.seq} > ${progress}`, eq(changes.topic, 'appointments')))
    .limit(1);
}

/** Maximum number of texts of each kind, latest first, that a search or one job batch folds. */
const AT_ONCE = 200;

const listOf = (query: SQL) => sql<string | null>`(${query})`;

const IS_STALE = sql`${customerSearchTexts.stale} > 0`;

/** Selects customers with stale texts, along with everything they can be found by. */
export function selectStaleCustomers(orm: Queryable, which = IS_STALE) {
  return orm
    .select({
      id: customerSearchTexts.id,
      stale: customerSearchTexts.stale,
      userId: users.id,
      fullName: users.fullName,
      username: users.username,
      email: sql<string | null>`coalesce(${users.email}, ${users.guestEmail})`,
      phone: users.phone,
      boats: listOf(
        sql`select group_concat(boats.name, ' ') from boats where boats.user_id = users.id`,
      ),
      docks: listOf(
        sql`select group_concat(docks.label || coalesce(' ' || docks.slip, ''), ' ') from docks where docks.user_id = users.id`,
      ),
    })
    .from(customerSearchTexts)
    .innerJoin(users, eq(users.id, customerSearchTexts.userId))
    .where(which)
    .orderBy(desc(customerSearchTexts.id))
    .limit(AT_ONCE);
}

/** Selects appointments with stale texts. */
export function selectStaleAppointments(orm: Queryable) {
  return orm
    .select({
      id: appointmentSearchTexts.id,
      appointmentId: appointmentSearchTexts.appointmentId,
      stale: appointmentSearchTexts.stale,
      publicCode: appointments.publicCode,
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      name: appointments.customerName,
      email: appointments.customerEmail,
      phone: appointments.customerPhone,
      boat: sql<string | null>`${appointments.boat} ->> '$.name'`,
      isGuest: sql<number>`${appointments.userId} is null and ${appointments.holdExpiresAt} is null`,
      createdAt: appointments.createdAt,
    })
    .from(appointmentSearchTexts)
    .innerJoin(appointments, eq(appointments.id, appointmentSearchTexts.appointmentId))
    .where(sql`${appointmentSearchTexts.stale} > 0`)
    .orderBy(desc(appointmentSearchTexts.id))
    .limit(AT_ONCE);
}

/** Selects drivers with stale texts. There are few drivers, so there's no limit. */
export function selectStaleDrivers(orm: Queryable) {
  return orm
    .select({ id: drivers.id, name: drivers.name, phone: drivers.phone, email: drivers.email })
    .from(drivers)
    .where(isNull(drivers.searchText));
}

const selectStale = (orm: Queryable) =>
  [selectStaleCustomers(orm), selectStaleAppointments(orm), selectStaleDrivers(orm)] as const;
type Stale = ResultsOf<ReturnType<typeof selectStale>>;

/**
 * Runs queries on folded texts, including the latest changes. It takes one round trip if nothing is
 * stale, otherwise two or three.
 */
export async function readFolded<const T extends readonly Query[]>(
  db: Db,
  queries: (orm: Queryable) => T,
): Promise<ResultsOf<T>> {
  const [made, customers, appointments, drivers, ...found] = await db.read((orm) => [
    selectNotTakenUp(orm),
    ...selectStale(orm),
    ...queries(orm),
  ]);
  const stale: Stale = made.length > 0 ? await takeUp(db) : [customers, appointments, drivers];
  return (await readAgain(db, stale, queries)) ?? (found as ResultsOf<T>);
}

/** Like `readFolded`, for customers with an account. It takes one or two round trips. */
export async function readFoldedCustomers<const T extends readonly Query[]>(
  db: Db,
  queries: (orm: Queryable) => T,
): Promise<ResultsOf<T>> {
  const [customers, ...found] = await db.read((orm) => [
    selectStaleCustomers(orm),
    ...queries(orm),
  ]);
  return (await readAgain(db, [customers, [], []], queries)) ?? (found as ResultsOf<T>);
}

/** Folds stale texts and repeats the queries. Returns null if nothing was stale. */
async function readAgain<const T extends readonly Query[]>(
  db: Db,
  stale: Stale,
  queries: (orm: Queryable) => T,
): Promise<ResultsOf<T> | null> {
  const written = foldingTexts(stale);
  if (written.length === 0) return null;
  const again = await db.batch((orm) => [...written, ...queries(orm)]);
  return again.slice(written.length) as ResultsOf<T>;
}

/** Adds new appointments and returns the texts that are stale afterward. */
async function takeUp(db: Db): Promise<Stale> {
  const taking = takingUpAppointments();
  const taken = await db.batch((orm) => [...taking, ...selectStale(orm)]);
  return taken.slice(taking.length) as unknown as Stale;
}

/**
 * Folds some stale texts.
 *
 * @returns false once none are left
 */
export async function foldStaleTexts(db: Db): Promise<boolean> {
  const [customers, appointments, drivers, unkeyed] = await db.read((orm) => [
    ...selectStale(orm),
    // The previous release folded texts without their phone keys.
    selectStaleCustomers(orm, isNull(customerSearchTexts.phoneKey)),
  ]);
  const stale: Stale = [[...customers, ...unkeyed], appointments, drivers];
  const written = foldingTexts(stale);
  if (written.length > 0) await db.batch(() => written);
  return stale.some(({ length }) => length >= AT_ONCE);
}

/**
 * Returns the statements that save folded texts. A record that changed again in between stays
 * stale.
 */
function foldingTexts([customers, appointments, drivers]: Stale): Query[] {
  return [
    ...writing(
      customers.map((customer) => ({
        ...customer,
        text: searchText(
          [customer.fullName, customer.username, customer.email, customer.boats, customer.docks],
          [customer.phone],
        ),
        phoneKey: phoneKey(customer.phone ?? ''),
      })),
      `UPDATE customer_search_texts
        SET text = new ->> 'text', stale = 0, phone_key = new ->> 'phoneKey'
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND stale = new ->> 'stale'`,
    ),
    ...writing(
      customers.map((customer) => ({
        ...customer,
        nameKey: foldedText(customer.fullName ?? customer.username),
        contactKey: customer.email ? foldedText(customer.email) : phoneKey(customer.phone ?? ''),
      })),
      `UPDATE users SET name_key = new ->> 'nameKey', contact_key = new ->> 'contactKey'
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'userId' AND username = new ->> 'username'
          AND full_name IS new ->> 'fullName' AND coalesce(email, guest_email) IS new ->> 'email' AND phone IS new ->> 'phone'`,
    ),
    ...writing(
      appointments.map((row) => ({
        ...row,
        text: searchText(
          [row.publicCode, row.location, row.slipNumber, row.name, row.email, row.boat],
          [row.phone],
        ),
      })),
      `UPDATE appointment_search_texts SET text = new ->> 'text', stale = 0
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND stale = new ->> 'stale'`,
    ),
    ...recognizing(appointments.filter(({ isGuest }) => isGuest === 1)),
    ...writing(
      drivers.map((driver) => ({
        ...driver,
        text: searchText([driver.name, driver.email], [driver.phone]),
      })),
      `UPDATE drivers SET search_text = new ->> 'text'
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND name = new ->> 'name'
          AND phone IS new ->> 'phone' AND email IS new ->> 'email'`,
    ),
  ];
}

const writing = (rows: readonly object[], text: string): Query[] =>
  rows.length === 0 ? [] : [asQuery({ text, values: [JSON.stringify(rows)] })];

/** Amount of the appointments' index that one run rewrites, in pages of 4 kB. */
const PAGES_AT_ONCE = 256;

/**
 * Returns the statements that also remove deleted words from the files of the search tables.
 * Searches no longer find these words, but they stay in the index until it's rewritten. FTS5's own
 * `secure-delete` would remove them immediately, but it damages the index of SQLite 3.45 if one
 * text changes twice.
 */
export const forgettingDeletedWords = (): Query[] =>
  [
    "INSERT INTO customers_search (customers_search) VALUES ('optimize')",
    `INSERT INTO appointments_search (appointments_search, rank) VALUES ('merge', -${PAGES_AT_ONCE})`,
  ].map((text) => asQuery({ text, values: [] }));
