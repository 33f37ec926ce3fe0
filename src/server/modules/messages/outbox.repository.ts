import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { outbox } from '@/db/schema';
import { SECRET_KINDS } from './emails';

export type OutboxRow = typeof outbox.$inferSelect;

/** Messages that should be tried now, oldest first. */
export function dueMessages(orm: Queryable, now: number, limit: number): Promise<OutboxRow[]> {
  return orm
    .select()
    .from(outbox)
    .where(and(isNull(outbox.sentAt), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit);
}

/** Takes a message for sending, so that no other process sends it too; false when one has. */
export async function claimMessage(db: Db, row: OutboxRow, until: number): Promise<boolean> {
  const taken = await db.write((orm) =>
    orm
      .update(outbox)
      .set({ nextAttemptAt: until, attempts: row.attempts + 1 })
      .where(
        and(
          eq(outbox.id, row.id),
          isNull(outbox.sentAt),
          eq(outbox.attempts, row.attempts),
          or(isNull(outbox.nextAttemptAt), lte(outbox.nextAttemptAt, until)),
        ),
      )
      .returning({ id: outbox.id }),
  );
  return taken.length === 1;
}

/** What a secret message leaves behind once it went out: its link opens an account. */
const WITHHELD = '(not kept)';

/** Notes that a message went out at `sentAt` (ms), and takes the text of a secret one away. */
export function markSent(db: Db, row: OutboxRow, sentAt: number) {
  const isSecret = SECRET_KINDS.some((kind) => row.dedupeKey.startsWith(`${kind}:`));
  const body = isSecret ? WITHHELD : row.body;
  return db.write((orm) =>
    orm.update(outbox).set({ sentAt, lastError: null, body }).where(eq(outbox.id, row.id)),
  );
}

/** Notes why a message did not go out; it is tried again from `nextAttemptAt` (ms) on. */
export function markFailed(db: Db, id: string, lastError: string, nextAttemptAt: number) {
  return db.write((orm) =>
    orm.update(outbox).set({ lastError, nextAttemptAt }).where(eq(outbox.id, id)),
  );
}
