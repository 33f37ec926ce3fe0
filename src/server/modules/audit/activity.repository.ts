import { and, asc, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, auditDetails, auditLog, drivers, users } from '@/db/schema';
import type { AuditThing } from '@/domain/audit/things';
import { wholeEntry } from './audit.repository';

/** Where an entry stands in the list, which runs from the newest entry to the oldest. */
export type EntryCursor = { at: number; id: string };

/** Which entries are wanted. Instants in ms; each part that is given must fit. */
export type EntryFilter = {
  person?: string | undefined;
  thing?: AuditThing | undefined;
  subject?: string | undefined;
  appointment?: string | undefined;
  /** From this instant on … */
  from?: number | undefined;
  /** … and before this one. */
  until?: number | undefined;
  after?: EntryCursor | null;
};

/** The newest entries that a filter lets through, by one index each; at most `limit`. */
export async function findEntryCursors(
  db: Db,
  filter: EntryFilter,
  limit: number,
): Promise<EntryCursor[]> {
  const { person } = filter;
  if (!person) return selectEntryCursors(db.orm, filter, undefined, limit);
  // Two indexes, each read from its newest end, instead of one list that is sorted.
  const [did, concerned] = await db.read((orm) => [
    selectEntryCursors(orm, filter, eq(auditLog.actorId, person), limit),
    selectEntryCursors(orm, filter, eq(auditLog.userId, person), limit),
  ]);
  const cursors = new Map([...did, ...concerned].map((cursor) => [cursor.id, cursor]));
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

/** Entries by their ids, the newest first, with the names of what they are about. */
export async function findActivity(orm: Queryable, ids: readonly string[]) {
  const rows = await orm
    .select({
      entry: auditLog,
      details: auditDetails.values,
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
    // With the plus SQLite sorts these few rows; it would read all by the index of the time instead.
    .orderBy(sql`+${auditLog.at} desc`, desc(auditLog.id));
  return rows.map(({ entry, details, ...names }) => ({
    ...wholeEntry({ entry, details }),
    ...names,
  }));
}

/** The number of the driver whom an entry is about, so that each is looked up and not looked for. */
const DRIVER_OF_SUBJECT = sql<number>`case when ${auditLog.subject} glob 'driver:*' then cast(substr(${auditLog.subject}, ${'driver:'.length + 1}) as integer) end`;

/** One parameter for any number of ids. */
const isOneOf = (ids: readonly string[]) =>
  sql`${auditLog.id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** The staff, and one further account. */
export function selectPeople(orm: Queryable, also: string) {
  return orm
    .select({ id: users.id, fullName: users.fullName, username: users.username, role: users.role })
    .from(users)
    .where(or(inArray(users.role, ['admin', 'driver']), eq(users.id, also)))
    .orderBy(asc(users.id));
}
