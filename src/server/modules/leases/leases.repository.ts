import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { leases } from '@/db/schema';

/** The database's clock, so that machines with different clocks agree on when a lease expires. */
const databaseNow = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** A lease to take. `deadOwner` is a stopped process that may still have it. */
export type LeaseRequest = {
  name: string;
  owner: string;
  forMs: number;
  deadOwner?: string | null;
};

/** A query that returns one value: an instant in ms, or null. */
export type DueTime = SQL;

/** Due immediately if one of the queries returns a row, otherwise never. */
export function dueIfAny(...queries: readonly SQLWrapper[]): DueTime {
  const found = queries.map((query) => sql`exists ${query}`);
  return sql`select 0 where ${sql.join(found, sql` or `)}`;
}

/** Due immediately if the query has no row, otherwise never. */
export const dueIfNone = (query: SQLWrapper): DueTime => sql`select 0 where not exists ${query}`;

/**
 * The owner of an unexpired lease, the instant (ms) for each due time, and the text. Each is null if
 * there is none.
 */
export type Beat = { owner: string | null; due: (number | null)[]; text: string | null };

const NO_TEXT: SQL<string | null> = sql`null`;

/**
 * Reads a lease's owner, when work is due, and one text that every process needs, in one round trip.
 * With `request`, it first takes or renews the lease.
 */
export async function readBeat(
  db: Db,
  name: string,
  dueTimes: readonly DueTime[],
  request: LeaseRequest | null,
  text = NO_TEXT,
): Promise<Beat> {
  const rows = request
    ? (
        await db.batch((orm) => [takingLease(orm, request), selectBeat(orm, name, dueTimes, text)])
      )[1]
    : (await db.read((orm) => [selectBeat(orm, name, dueTimes, text)]))[0];
  const [row] = rows;
  return {
    owner: row?.owner ?? null,
    due: dueTimes.map((_, index) => row?.due[index] ?? null),
    text: row?.text ?? null,
  };
}

function selectBeat(
  orm: Queryable,
  name: string,
  dueTimes: readonly DueTime[],
  text: SQL<string | null>,
) {
  const due = sql.join(
    dueTimes.map((time) => sql`(${time})`),
    sql`, `,
  );
  // An aggregate returns a row even without a lease.
  return orm
    .select({
      owner: sql<
        string | null
      >`max(iif(${leases.expiresAt} > ${databaseNow}, ${leases.owner}, null))`,
      due: sql`json_array(${due})`.mapWith((text): (number | null)[] => JSON.parse(text)),
      text,
    })
    .from(leases)
    .where(eq(leases.name, name));
}

/**
 * Takes a lease that is free, expired, already the owner's, or `deadOwner`'s. It's one statement,
 * so only one of two concurrent processes gets it.
 */
function takingLease(orm: Queryable, { name, owner, forMs, deadOwner = null }: LeaseRequest) {
  const expiresAt = sql`${databaseNow} + ${forMs}`;
  return orm
    .insert(leases)
    .values({ name, owner, expiresAt })
    .onConflictDoUpdate({
      target: leases.name,
      set: { owner, expiresAt },
      setWhere: sql`${leases.owner} = ${owner} or ${leases.owner} = ${deadOwner} or ${leases.expiresAt} <= ${databaseNow}`,
    });
}

/** Releases a lease, so that the next owner doesn't have to wait for it to expire. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.write((orm) =>
    orm.delete(leases).where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}
