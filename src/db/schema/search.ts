import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointments } from './appointments';
import { users } from './users';

/**
 * The texts that staff search, folded in code (`../search-texts.ts`) because SQLite can't. For each
 * table, a virtual table indexes its texts by trigrams (FTS5): `customers_search` and
 * `appointments_search`. Numbers increase, so the latest are found first.
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
     * Counts the changes since the text was folded, so that a change during folding isn't lost. 0
     * means that the text is folded. Texts from before folding existed have 1.
     */
    stale: integer('stale').notNull().default(1),
    /**
     * The phone number in the form in which numbers are compared, or '' if there's none. Null after
     * a change, until it's folded again.
     */
    phoneKey: text('phone_key'),
  },
  (t) => [
    index('customer_search_texts_stale').on(t.id).where(sql`${t.stale} > 0`),
    index('customer_search_texts_phone').on(t.phoneKey),
  ],
);

/**
 * The texts of appointments. A booking doesn't wait for its text, which is added before the next
 * search.
 */
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

/**
 * The deliveries that were booked without an account, each with the record of its guest. They're
 * added together with their search texts. The keys are the forms in which names and contacts are
 * compared, or '' if there's none.
 */
export const guestAppointments = sqliteTable(
  'guest_appointments',
  {
    appointmentId: text('appointment_id')
      .primaryKey()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    guestId: text('guest_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emailKey: text('email_key').notNull(),
    phoneKey: text('phone_key').notNull(),
    nameKey: text('name_key').notNull(),
  },
  (t) => [
    index('guest_appointments_guest').on(t.guestId),
    index('guest_appointments_email').on(t.emailKey),
    index('guest_appointments_phone').on(t.phoneKey),
  ],
);

/** How far the log of changes was searched for new appointments, in one row. */
export const searchProgress = sqliteTable('search_progress', {
  id: integer('id').primaryKey(),
  /** Number of the last change that was processed. */
  seq: integer('seq').notNull(),
});
