import type { Client, InStatement } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';
import { eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from './client';
import type { Guard } from './guarded-batch';
import { stripeEvents } from './schema';

/**
 * The row among Stripe's events that says that these books were restored from a backup. Its
 * table is as old as the first release, so a backup of any age takes the mark before it is migrated.
 */
const MARK = 'restored';

/** When (ms) the books were restored, and of what moment (ms) the backup is. */
export type Restore = { restoredAt: number; madeAt: number };

/** A table that stands in a database on a server while a backup is restored to it. */
export const UNDER_RESTORE = 'restore_under_way';

/** Whether a restore to this database has begun and not ended: no program migrates or serves it. */
export async function isUnderRestore(client: Pick<Client, 'execute'>): Promise<boolean> {
  const { rows } = await client.execute({
    sql: "select 1 from sqlite_master where type = 'table' and name = ?",
    args: [UNDER_RESTORE],
  });
  return rows.length > 0;
}

/** Marks the books as restored; the last mark holds. */
export function markStatement({ restoredAt, madeAt }: Restore): InStatement {
  return {
    sql: `insert into stripe_events (id, type, created_at, received_at) values (?, ?, ?, ?)
          on conflict (id) do update set created_at = excluded.created_at, received_at = excluded.received_at`,
    args: [MARK, MARK, madeAt, restoredAt],
  };
}

/** Marks a database file that no process serves as restored. */
export async function markRestored(path: string, restore: Restore): Promise<void> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    await client.execute(markStatement(restore));
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
