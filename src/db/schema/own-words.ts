import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from './columns';

/**
 * The owner's own words for an event and a channel. Without a body, ours apply. Rows are never
 * removed, so that a version is never used twice.
 */
export const ownWords = sqliteTable('own_words', {
  /** The row of the table of messages and the channel: "booked:text". */
  id: text('id').primaryKey(),
  subject: text('subject'),
  body: text('body'),
  version: integer('version').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
});
