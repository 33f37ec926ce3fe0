import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { leases } from '@/db/schema';

/** The database's clock: machines whose clocks differ agree on when a lease expires. */
const databaseNow = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * Takes a lease that is free, expired, ours already or `deadOwner`'s. It is one statement, so of two
 * processes that try at once one gets it.
 *
 * @returns true when `owner` holds the lease for `forMs` from now
 */
export async function takeLease(
  db: Db,
  lease: { name: string; owner: string; forMs: number; deadOwner?: string | null },
): Promise<boolean> {
  const { name, owner, forMs, deadOwner = null } = lease;
  const expiresAt = sql`${databaseNow} + ${forMs}`;
  const taken = await db.write((orm) =>
    orm
      .insert(leases)
      .values({ name, owner, expiresAt })
      .onConflictDoUpdate({
        target: leases.name,
        set: { owner, expiresAt },
        setWhere: sql`${leases.owner} = ${owner} or ${leases.owner} = ${deadOwner} or ${leases.expiresAt} <= ${databaseNow}`,
      })
      .returning({ owner: leases.owner }),
  );
  return taken.length === 1;
}

/** The owner of a lease, expired or not; null for a free one. */
export async function leaseOwner(db: Db, name: string): Promise<string | null> {
  const [row] = await db.orm
    .select({ owner: leases.owner })
    .from(leases)
    .where(eq(leases.name, name));
  return row?.owner ?? null;
}

/** Gives a lease back, so that the next owner need not wait until it expires. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.write((orm) =>
    orm.delete(leases).where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}
