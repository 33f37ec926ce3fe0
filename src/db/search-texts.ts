/**
 * Keeps what the search finds (schema/search.ts) like the customers, appointments and drivers. A trigger
 * empties the text of what changes and notes that it is stale; the program folds it before the next search
 * or list, a job folds the rest. An upgrade leaves all texts stale, as the last program wrote them: a
 * search finds what it found before until the job has folded them.
 */

import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { foldedText } from '@/domain/folding';
import { phoneKey } from '@/domain/phone-number';
import { searchText } from '@/domain/search-text';
import type { Db, Queryable } from './client';
import { asQuery } from './engine/compile';
import type { Query, ResultsOf } from './engine/queries';
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

/** A row where an appointment was made that is not taken up yet. */
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

/** How many texts of each kind a search folds first, and a job in one batch: the latest. */
const AT_ONCE = 200;

const listOf = (query: SQL) => sql<string | null>`(${query})`;

/** Customers whose text is stale, with all that they are found by. */
export function selectStaleCustomers(orm: Queryable) {
  return orm
    .select({
      id: customerSearchTexts.id,
      stale: customerSearchTexts.stale,
      userId: users.id,
      fullName: users.fullName,
      username: users.username,
      email: users.email,
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
    .where(sql`${customerSearchTexts.stale} > 0`)
    .orderBy(desc(customerSearchTexts.id))
    .limit(AT_ONCE);
}

/** The same of appointments. */
export function selectStaleAppointments(orm: Queryable) {
  return orm
    .select({
      id: appointmentSearchTexts.id,
      stale: appointmentSearchTexts.stale,
      publicCode: appointments.publicCode,
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      name: appointments.customerName,
      email: appointments.customerEmail,
      phone: appointments.customerPhone,
      boat: sql<string | null>`${appointments.boat} ->> '$.name'`,
    })
    .from(appointmentSearchTexts)
    .innerJoin(appointments, eq(appointments.id, appointmentSearchTexts.appointmentId))
    .where(sql`${appointmentSearchTexts.stale} > 0`)
    .orderBy(desc(appointmentSearchTexts.id))
    .limit(AT_ONCE);
}

/** The same of drivers, of whom there are few. */
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
 * Reads what is searched by folded texts, with all that was made and changed just now in them. One trip
 * where nothing was, else two or three.
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

/** The same of customers alone, searched or sorted: one trip, or two. */
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

/** Folds what is stale, and reads with that; null where nothing is. */
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

/** Takes up what was made, and reads what is stale then. */
async function takeUp(db: Db): Promise<Stale> {
  const taking = takingUpAppointments();
  const taken = await db.batch((orm) => [...taking, ...selectStale(orm)]);
  return taken.slice(taking.length) as unknown as Stale;
}

/** Folds some of the texts that are stale. False once none is left. */
export async function foldStaleTexts(db: Db): Promise<boolean> {
  const stale = await db.read(selectStale);
  const written = foldingTexts(stale);
  if (written.length > 0) await db.batch(() => written);
  return stale.some(({ length }) => length === AT_ONCE);
}

/** Statements that write what was stale, folded. What has changed once more by then stays stale. */
function foldingTexts([customers, appointments, drivers]: Stale): Query[] {
  return [
    ...writing(
      customers.map((one) => ({
        ...one,
        text: searchText(
          [one.fullName, one.username, one.email, one.boats, one.docks],
          [one.phone],
        ),
      })),
      `UPDATE customer_search_texts SET text = new ->> 'text', stale = 0
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND stale = new ->> 'stale'`,
    ),
    ...writing(
      customers.map((one) => ({
        ...one,
        nameKey: foldedText(one.fullName ?? one.username),
        contactKey: one.email ? foldedText(one.email) : phoneKey(one.phone ?? ''),
      })),
      `UPDATE users SET name_key = new ->> 'nameKey', contact_key = new ->> 'contactKey'
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'userId' AND username = new ->> 'username'
          AND full_name IS new ->> 'fullName' AND email IS new ->> 'email' AND phone IS new ->> 'phone'`,
    ),
    ...writing(
      appointments.map((one) => ({
        ...one,
        text: searchText(
          [one.publicCode, one.location, one.slipNumber, one.name, one.email, one.boat],
          [one.phone],
        ),
      })),
      `UPDATE appointment_search_texts SET text = new ->> 'text', stale = 0
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND stale = new ->> 'stale'`,
    ),
    ...writing(
      drivers.map((one) => ({ ...one, text: searchText([one.name, one.email], [one.phone]) })),
      `UPDATE drivers SET search_text = new ->> 'text'
        FROM (SELECT value AS new FROM json_each(?))
        WHERE id = new ->> 'id' AND name = new ->> 'name'
          AND phone IS new ->> 'phone' AND email IS new ->> 'email'`,
    ),
  ];
}

const writing = (rows: readonly object[], text: string): Query[] =>
  rows.length === 0 ? [] : [asQuery({ text, values: [JSON.stringify(rows)] })];

/** How much of the appointments' index one run writes anew, in pages of 4 kB. */
const PAGES_AT_ONCE = 256;

/**
 * Takes what was deleted out of the files of the search tables too: statements for a batch. Deleted
 * words are found no more at once, but stay in the index until it is written anew. FTS5's own
 * `secure-delete` does it at once, and damages the index of SQLite 3.45 when one text changes twice.
 */
export const forgettingDeletedWords = (): Query[] =>
  [
    "INSERT INTO customers_search (customers_search) VALUES ('optimize')",
    `INSERT INTO appointments_search (appointments_search, rank) VALUES ('merge', -${PAGES_AT_ONCE})`,
  ].map((text) => asQuery({ text, values: [] }));
