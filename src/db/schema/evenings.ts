import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import { appointments } from './appointments';
import { instant } from './columns';

/** The evenings on which customers were reminded, by the date of their deliveries. */
export const evenings = sqliteTable('evenings', {
  date: text('date').$type<CalendarDate>().primaryKey(),
  begunAt: instant('begun_at').notNull(),
});

/** The deliveries of each evening. Their customers are reminded once, after the card was checked. */
export const eveningChecks = sqliteTable(
  'evening_checks',
  {
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    /** The delivery's date when the evening began. */
    date: text('date').$type<CalendarDate>().notNull(),
    /** The time of the next attempt. Null once it's done. */
    nextAttemptAt: instant('next_attempt_at'),
    attempts: integer('attempts').notNull().default(0),
    /** The payment method that Stripe refused. Null if it refused none. */
    refusedCard: text('refused_card'),
  },
  (t) => [
    primaryKey({ columns: [t.appointmentId, t.date] }),
    index('evening_checks_due').on(t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
  ],
);
