import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, auditDetails, auditLog, drivers, users } from '@/db/schema';
import type { AuditThing } from '@/domain/audit/things';
import { ROLES } from '@/domain/roles';
import { mergedInto, namesOfDrivers, wholeEntry } from './audit.repository';

/** An entry's position in the list, which is sorted from newest to oldest. */
export type EntryCursor = { at: number; id: string };

/** Filters the entries. Every part that's set must match. Instants are in ms. */
export type EntryFilter = {
  person?: string | undefined;
  thing?: AuditThing | undefined;
  subject?: string | undefined;
  appointment?: string | undefined;
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
  after?: EntryCursor | null;
};

/** Returns the newest entries that match a filter, up to `limit`. */
export async function findEntryCursors(
  db: Db,
  filter: EntryFilter,
  limit: number,
): Promise<EntryCursor[]> {
  const { person } = filter;
  if (!person) return selectEntryCursors(db.orm, filter, undefined, limit);
  // Reads each list from its newest end, because that's faster than sorting one list.
  const [did, concerned, merged] = await db.read((orm) => [
    selectEntryCursors(orm, filter, eq(auditLog.actorId, person), limit),
    selectEntryCursors(orm, filter, eq(auditLog.userId, person), limit),
    selectEntryCursors(orm, filter, inArray(auditLog.userId, mergedInto(orm, person)), limit),
  ]);
  const cursors = new Map([...did, ...concerned, ...merged].map((cursor) => [cursor.id, cursor]));
  const newestFirst = (a: EntryCursor, b: EntryCursor) => b.at - a.at || (a.id < b.id ? 1 : -1);
  return [...cursors.values()].sort(newestFirst).slice(0, limit);
}

function selectEntryCursors(
  orm: Queryable,
  { thing, subject, appointment, from = 0, until = Number.MAX_SAFE_INTEGER, after }: EntryFilter,
  who: SQL | undefined,
  limit: number,
) {
  const afterCursor =
    after &&
    and(lte(auditLog.at, after.at), or(lt(auditLog.at, after.at), lt(auditLog.id, after.id)));
  return orm
    .select({ at: auditLog.at, id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        who,
        thing && eq(auditLog.thing, thing),
        subject ? eq(auditLog.subject, subject) : undefined,
        appointment ? eq(auditLog.appointmentId, appointment) : undefined,
        gte(auditLog.at, from),
        lt(auditLog.at, until),
        afterCursor ?? undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}

/** Returns entries by their IDs, newest first, with the names of their subjects. */
export async function findActivity(orm: Queryable, ids: readonly string[]) {
  const rows = await orm
    .select({
      entry: auditLog,
      details: auditDetails.values,
      driverNames: namesOfDrivers,
      publicCode: appointments.publicCode,
      account: {
        fullName: users.fullName,
        username: users.username,
        email: users.email,
        role: users.role,
      },
      driverName: drivers.name,
    })
    .from(auditLog)
    .leftJoin(auditDetails, eq(auditDetails.entryId, auditLog.id))
    .leftJoin(appointments, eq(appointments.id, auditLog.appointmentId))
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(drivers, eq(drivers.id, DRIVER_OF_SUBJECT))
    .where(isOneOf(ids))
    // The plus sign makes SQLite sort these few rows instead of reading the whole time index.
    .orderBy(sql`+${auditLog.at} desc`, desc(auditLog.id));
  return rows.map(({ entry, details, driverNames, ...names }) => ({
    ...wholeEntry({ entry, details, driverNames }),
    ...names,
  }));
}

/** Extracts the ID of the driver an entry is about, so that the join can use the primary key. */
const DRIVER_OF_SUBJECT = sql<number>`case when ${auditLog.subject} glob 'driver:*' then cast(substr(${auditLog.subject}, ${'driver:'.length + 1}) as integer) end`;

/** Checks a column against any number of IDs with a single parameter. */
const isOneOf = (ids: readonly string[]) =>
  sql`${auditLog.id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** Former staff stay in the list, because the log has their work. */
const STAFF_ROLES = ROLES.filter((role) => !['customer', 'guest', 'merged'].includes(role));

/** Selects all staff and one more account. */
export function selectPeople(orm: Queryable, also: string) {
  return orm
    .select({ id: users.id, fullName: users.fullName, username: users.username, role: users.role })
    .from(users)
    .where(or(inArray(users.role, STAFF_ROLES), eq(users.id, also)))
    .orderBy(asc(users.id));
}
