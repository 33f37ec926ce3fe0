import { and, asc, desc, eq, not, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { outbox, savedReplies, writtenMessages } from '@/db/schema';
import { MAX_SAVED_REPLIES } from '@/domain/messages/conversation';
import { isForStaff } from '../messages/message.repository';
import { MOST_SHOWN } from '../messages/written.repository';

export type SavedReplyRow = typeof savedReplies.$inferSelect;

/** The facts of a message's state. */
const SENDING = {
  // A notification belongs to no delivery.
  channel: sql<'mail' | 'text' | 'call'>`${outbox.channel}`,
  nextAttemptAt: outbox.nextAttemptAt,
  sentAt: outbox.sentAt,
  givenUpAt: outbox.givenUpAt,
  lastError: outbox.lastError,
  outcome: outbox.outcome,
};

/** Selects the automatic messages to a delivery's customer with their states, the newest first. */
export const selectAutomatic = (orm: Queryable, appointmentId: string) =>
  orm
    .select({ ...SENDING, id: outbox.id, subject: outbox.subject, createdAt: outbox.createdAt })
    .from(outbox)
    .where(
      and(
        eq(outbox.appointmentId, appointmentId),
        not(isForStaff),
        notExists(
          orm
            .select({ key: writtenMessages.dedupeKey })
            .from(writtenMessages)
            .where(eq(writtenMessages.dedupeKey, outbox.dedupeKey)),
        ),
      ),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MOST_SHOWN);

/** Selects what people wrote about a delivery with the state of each message, the newest first. */
export const selectWrittenWithStates = (orm: Queryable, appointmentId: string) =>
  orm
    .select({ message: writtenMessages, carrier: SENDING })
    .from(writtenMessages)
    .leftJoin(outbox, eq(outbox.dedupeKey, writtenMessages.dedupeKey))
    .where(eq(writtenMessages.appointmentId, appointmentId))
    .orderBy(desc(writtenMessages.createdAt), desc(writtenMessages.id))
    .limit(MOST_SHOWN);

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
