import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointments } from './appointments';
import { users } from './users';

/**
 * What the search of staff finds, folded by the program (`../search-texts.ts`), because SQLite can't fold.
 * Each table has a virtual one beside it, `customers_search` and `appointments_search`, that indexes its
 * texts by trigrams (FTS5). Their numbers grow, so that the latest are found first.
 */
export const customerSearchTexts = sqliteTable(
  'customer_search_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /**
     * Counts the changes since the text was folded, so that a change meanwhile isn't lost; 0 for none.
     * Texts of before there was folding have 1.
     */
    stale: integer('stale').notNull().default(1),
  },
  (t) => [index('customer_search_texts_stale').on(t.id).where(sql`${t.stale} > 0`)],
);

/** The same of appointments. A booking does not wait for it: it is taken up before the next search. */
export const appointmentSearchTexts = sqliteTable(
  'appointment_search_texts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    appointmentId: text('appointment_id')
      .notNull()
      .unique()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    stale: integer('stale').notNull().default(1),
  },
  (t) => [index('appointment_search_texts_stale').on(t.id).where(sql`${t.stale} > 0`)],
);

/** How far appointments were taken up. One row. */
export const searchProgress = sqliteTable('search_progress', {
  id: integer('id').primaryKey(),
  /** The number of the last change that was looked at. */
  seq: integer('seq').notNull(),
});
