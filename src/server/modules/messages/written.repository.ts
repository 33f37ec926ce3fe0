import { and, desc, eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { writtenMessages } from '@/db/schema';

/** A message by a customer or by staff. */
type WrittenRow = typeof writtenMessages.$inferSelect;

/** The newest messages of each kind that a conversation shows. */
export const MOST_SHOWN = 100;

/** Selects what people wrote about a delivery, the newest first. */
export const selectWritten = (orm: Queryable, appointmentId: string) =>
  orm
    .select()
    .from(writtenMessages)
    .where(eq(writtenMessages.appointmentId, appointmentId))
    .orderBy(desc(writtenMessages.createdAt), desc(writtenMessages.id))
    .limit(MOST_SHOWN);

/** Adds what someone wrote, once per key. Returns a row if it was added. */
export const insertWritten = (orm: Queryable, row: WrittenRow, onlyIf?: Guard) =>
  insertRow(orm, writtenMessages, row, {
    onlyIf,
    unlessKnown: writtenMessages.dedupeKey,
  }).returning();

/** Selects the message with this key. */
export const selectWrittenBy = (orm: Queryable, dedupeKey: string) =>
  orm
    .select({ body: writtenMessages.body })
    .from(writtenMessages)
    .where(eq(writtenMessages.dedupeKey, dedupeKey));

/** Deletes what was written about some appointments. */
export const erasingWritten =
  (appointmentIds: (orm: Queryable) => SQLWrapper): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .delete(writtenMessages)
      .where(and(inArray(writtenMessages.appointmentId, appointmentIds(orm)), onlyIf));
