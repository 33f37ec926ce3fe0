import type { Client, InStatement } from '@libsql/client';
import { createClient } from '@libsql/client/sqlite3';
import { eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from './client';
import type { Guard } from './guarded-batch';
import { stripeEvents } from './schema';

/**
 * ID of the row in `stripe_events` that marks these books as restored from a backup. That table has
 * existed since the first release, so any backup can be marked before it's migrated.
 */
const MARK = 'restored';

/** The time of the restore and of its backup (ms). */
export type Restore = { restoredAt: number; madeAt: number };

/** Name of a table that exists on a server while a backup is being restored to it. */
export const UNDER_RESTORE = 'restore_under_way';

/**
 * True if a restore to this database started and hasn't finished. Programs don't migrate or serve
 * it then.
 */
export async function isUnderRestore(client: Pick<Client, 'execute'>): Promise<boolean> {
  const { rows } = await client.execute({
    sql: "select 1 from sqlite_master where type = 'table' and name = ?",
    args: [UNDER_RESTORE],
  });
  return rows.length > 0;
}

/** Builds the statement that marks the books as restored. A later mark replaces an earlier one. */
export function markStatement({ restoredAt, madeAt }: Restore): InStatement {
  return {
    sql: `insert into stripe_events (id, type, created_at, received_at) values (?, ?, ?, ?)
          on conflict (id) do update set created_at = excluded.created_at, received_at = excluded.received_at`,
    args: [MARK, MARK, madeAt, restoredAt],
  };
}

/** Marks a database file as restored. No process may be serving it. */
export async function markRestored(path: string, restore: Restore): Promise<void> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    await client.execute(markStatement(restore));
  } finally {
    client.close();
  }
}

/** Selects the restore that hasn't been reconciled yet, if any. */
export function selectRestore(orm: Queryable) {
  return orm
    .select({ restoredAt: stripeEvents.receivedAt, madeAt: stripeEvents.createdAt })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, MARK));
}

/** A guard that holds if no restore needs reconciling. */
export const notRestored: Guard = sql`not exists (select 1 from ${stripeEvents} where ${eq(stripeEvents.id, MARK)})`;

/** Removes the restore mark. Returns true if there was one. */
export async function clearRestore(db: Db): Promise<boolean> {
  const cleared = await db.write((orm) =>
    orm.delete(stripeEvents).where(eq(stripeEvents.id, MARK)).returning(),
  );
  return cleared.length > 0;
}
