import { createClient } from '@libsql/client/sqlite3';
import { eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from './client';
import type { Guard } from './guarded-batch';
import { stripeEvents } from './schema';

/**
 * The row among Stripe's events that says that these books were restored from a backup (D66). Its
 * table is as old as the first release, so a backup of any age takes the mark before it is migrated.
 */
const MARK = 'restored';

/** When (ms) the books were restored, and of what moment (ms) the backup is. */
export type Restore = { restoredAt: number; madeAt: number };

/** Marks a database file that no process serves as restored. */
export async function markRestored(path: string, { restoredAt, madeAt }: Restore): Promise<void> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    await client.execute({
      sql: `insert into stripe_events (id, type, created_at, received_at) values (?, ?, ?, ?)
            on conflict (id) do update set created_at = excluded.created_at, received_at = excluded.received_at`,
      args: [MARK, MARK, madeAt, restoredAt],
    });
  } finally {
    client.close();
  }
}

/** The restore that was not reconciled yet; no row where there is none. */
export function selectRestore(orm: Queryable) {
  return orm
    .select({ restoredAt: stripeEvents.receivedAt, madeAt: stripeEvents.createdAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, MARK));
}

/** A guard: no restore waits to be reconciled. */
export const notRestored: Guard = sql`not exists (select 1 from ${stripeEvents} where ${eq(stripeEvents.id, MARK)})`;

/** Ends the waiting after a restore; true where there was one. */
export async function clearRestore(db: Db): Promise<boolean> {
  const cleared = await db.write((orm) =>
    orm.delete(stripeEvents).where(eq(stripeEvents.id, MARK)).returning(),
  );
  return cleared.length > 0;
}
