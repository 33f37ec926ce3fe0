import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointments } from './appointments';
import { users } from './users';

/**
 * What the search of staff finds, in the words of `../search-text.ts`. Each table has a virtual one beside
 * it, `customers_search` and `appointments_search`, that indexes its texts by trigrams (FTS5). Their
 * numbers grow, so that the latest are found first.
 */
export const customerSearchTexts = sqliteTable('customer_search_texts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
});

/** The same of appointments. A booking does not wait for it: it is taken up before the next search. */
export const appointmentSearchTexts = sqliteTable('appointment_search_texts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  appointmentId: text('appointment_id')
    .notNull()
    .unique()
    .references(() => appointments.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
});

/** How far appointments were taken up. One row. */
export const searchProgress = sqliteTable('search_progress', {
  id: integer('id').primaryKey(),
  /** The number of the last change that was looked at. */
  seq: integer('seq').notNull(),
});
