import { and, asc, count, desc, eq, gte, inArray, not, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { outbox, savedReplies, writtenMessages } from '@/db/schema';
import { MAX_SAVED_REPLIES } from '@/domain/messages/conversation';
import { isForStaff } from '../messages/message.repository';

export type WrittenRow = typeof writtenMessages.$inferSelect;
export type SavedReplyRow = typeof savedReplies.$inferSelect;

/** The newest messages that a conversation shows of each kind. */
const MOST_SHOWN = 100;

/** Selects what people wrote about a delivery, the newest first. */
export const selectWritten = (orm: Queryable, appointmentId: string) =>
  orm
    .select()
    .from(writtenMessages)
    .where(eq(writtenMessages.appointmentId, appointmentId))
    .orderBy(desc(writtenMessages.createdAt), desc(writtenMessages.id))
    .limit(MOST_SHOWN);

/** Selects the messages to a delivery's customer with their states, the newest first. */
export const selectSent = (orm: Queryable, appointmentId: string) =>
  orm
    .select({
      id: outbox.id,
      dedupeKey: outbox.dedupeKey,
      channel: outbox.channel,
      subject: outbox.subject,
      createdAt: outbox.createdAt,
      nextAttemptAt: outbox.nextAttemptAt,
      sentAt: outbox.sentAt,
      givenUpAt: outbox.givenUpAt,
      lastError: outbox.lastError,
      outcome: outbox.outcome,
    })
    .from(outbox)
    .where(and(eq(outbox.appointmentId, appointmentId), not(isForStaff)))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MOST_SHOWN);

/** Adds what someone wrote, once per key. Returns a row if it was added. */
export const insertWritten = (orm: Queryable, row: WrittenRow, onlyIf?: Guard) =>
  insertRow(orm, writtenMessages, row, {
    onlyIf,
    unlessKnown: writtenMessages.dedupeKey,
  }).returning();

/** Selects whether a message with this key was written. */
export const selectWrittenBy = (orm: Queryable, dedupeKey: string) =>
  orm
    .select({ id: writtenMessages.id })
    .from(writtenMessages)
    .where(eq(writtenMessages.dedupeKey, dedupeKey));

/** Counts the messages that a delivery's customer wrote since an instant (ms). */
export const countFromCustomer = (orm: Queryable, appointmentId: string, since: number) =>
  orm
    .select({ count: count() })
    .from(writtenMessages)
    .where(
      and(
        eq(writtenMessages.appointmentId, appointmentId),
        gte(writtenMessages.createdAt, since),
        eq(writtenMessages.author, 'customer'),
      ),
    );

/** Deletes what was written about some appointments. */
export const erasingWritten =
  (appointmentIds: (orm: Queryable) => SQLWrapper): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .delete(writtenMessages)
      .where(and(inArray(writtenMessages.appointmentId, appointmentIds(orm)), onlyIf));

/** Selects all saved replies by title. */
export const selectSavedReplies = (orm: Queryable) =>
  orm.select().from(savedReplies).orderBy(asc(savedReplies.title)).limit(MAX_SAVED_REPLIES);

export const selectSavedReply = (orm: Queryable, id: string) =>
  orm.select().from(savedReplies).where(eq(savedReplies.id, id));

/** Adds a saved reply. Returns no row if the list is full. */
export const insertSavedReply = (orm: Queryable, row: SavedReplyRow) =>
  insertRow(orm, savedReplies, row, {
    onlyIf: sql`(select count(*) from ${savedReplies}) < ${MAX_SAVED_REPLIES}`,
  }).returning();

/** Changes a saved reply if it still has the version that was read. */
export const changeSavedReply = (
  orm: Queryable,
  { id, version }: Pick<SavedReplyRow, 'id' | 'version'>,
  words: Pick<SavedReplyRow, 'title' | 'body'>,
) =>
  orm
    .update(savedReplies)
    .set({ ...words, version: version + 1 })
    .where(and(eq(savedReplies.id, id), eq(savedReplies.version, version)))
    .returning();

/** Deletes a saved reply. Returns no row if there is none. */
export const deleteSavedReply = (orm: Queryable, id: string) =>
  orm.delete(savedReplies).where(eq(savedReplies.id, id)).returning();
