import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { leases } from '@/db/schema';

/** The database's clock, so that machines whose clocks differ agree on what has lapsed. */
const databaseNow = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * Takes a lease that is free, lapsed, ours already or `deadOwner`'s, in one statement; of two who
 * try at once one gets it. True when `owner` holds it for `forMs` from now.
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

/** Who holds a lease, lapsed or not; null when nobody does. */
export async function leaseOwner(db: Db, name: string): Promise<string | null> {
  const [row] = await db.orm
    .select({ owner: leases.owner })
    .from(leases)
    .where(eq(leases.name, name));
  return row?.owner ?? null;
}

/** Gives a lease back, so that the next one need not wait for it to lapse. */
export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.write((orm) =>
    orm.delete(leases).where(and(eq(leases.name, name), eq(leases.owner, owner))),
  );
}
