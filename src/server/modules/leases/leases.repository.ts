import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { leases } from '@/db/schema';

/** The database's clock: machines whose clocks differ agree on when a lease expires. */
const databaseNow = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** A lease to be taken; `deadOwner` may hold it still. */
export type LeaseRequest = {
  name: string;
  owner: string;
  forMs: number;
  deadOwner?: string | null;
};

/** A query of one value: an instant in ms, or null. */
export type DueTime = SQL;

/** Due at once where one of the queries has a row, else never. */
export function dueIfAny(...queries: readonly SQLWrapper[]): DueTime {
  const found = queries.map((query) => sql`exists ${query}`);
  return sql`select 0 where ${sql.join(found, sql` or `)}`;
}

/** Due at once where the query has no row, else never. */
export const dueIfNone = (query: SQLWrapper): DueTime => sql`select 0 where not exists ${query}`;

/** The owner of a lease that has not expired, and the instant (ms, null: none) of each due time. */
export type Beat = { owner: string | null; due: (number | null)[] };

/**
 * Who holds a lease, and when work is due, in one round trip. With `request` the lease is taken or
 * renewed first.
 */
export async function readBeat(
  db: Db,
  name: string,
  dueTimes: readonly DueTime[],
  request: LeaseRequest | null,
): Promise<Beat> {
  const rows = request
    ? (await db.batch((orm) => [takingLease(orm, request), selectBeat(orm, name, dueTimes)]))[1]
    : (await db.read((orm) => [selectBeat(orm, name, dueTimes)]))[0];
  const [row] = rows;
  return { owner: row?.owner ?? null, due: dueTimes.map((_, index) => row?.due[index] ?? null) };
}

function selectBeat(orm: Queryable, name: string, dueTimes: readonly DueTime[]) {
  const due = sql.join(
    dueTimes.map((time) => sql`(${time})`),
    sql`, `,
  );
  // An aggregate has a row also where there is no lease.
  return orm
    .select({
      owner: sql<
        string | null
      >`max(iif(${leases.expiresAt} > ${databaseNow}, ${leases.owner}, null))`,
      due: sql`json_array(${due})`.mapWith((text): (number | null)[] => JSON.parse(text)),
    })
    .from(leases)
    .where(eq(leases.name, name));
}

/**
 * Takes a lease that is free, expired, its owner's already or `deadOwner`'s. It is one statement, so of
 * two processes that try at once one gets it.
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

/** Gives a lease back, so that the next owner need not wait until it expires. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.write((orm) =>
    orm.delete(leases).where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}
