import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import type { LedgerKind } from '@/domain/payment/ledger';
import type { KindSum, Month } from '@/domain/payment/months';
import { appointments } from './appointments';
import { cents, instant } from './columns';

/**
 * All money that moved, an entry for each movement. Triggers (`../triggers.ts`) refuse to change or
 * delete an entry.
 */
export const ledger = sqliteTable(
  'ledger',
  {
    /** Grows with each entry, so that a closed month can name its last one. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** What moved the money: a payment, the cash of a charge, a refund, or a part of a dispute. */
    source: text('source').notNull(),
    /** Counts the entries of a source from 1. */
    sequence: integer('sequence').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Less than 0 where money left us. */
    grossCents: cents('gross_cents').notNull(),
    /** What Stripe kept for itself. */
    feeCents: cents('fee_cents').notNull(),
    movedAt: instant('moved_at').notNull(),
    /** The day of `movedAt` in the business's zone. */
    movedOn: text('moved_on').$type<CalendarDate>().notNull(),
    /** The day of the delivery that the money is for. */
    deliveredOn: text('delivered_on').$type<CalendarDate>().notNull(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    writtenAt: instant('written_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_source').on(t.source, t.sequence),
    index('ledger_moved').on(t.movedOn, t.kind, t.grossCents),
    index('ledger_delivered').on(t.deliveredOn, t.kind, t.grossCents),
    index('ledger_appointment').on(t.appointmentId),
  ],
);

/**
 * Months whose figures stand, one after the other without a gap. Triggers (`../triggers.ts`) refuse
 * to change or delete one.
 */
export const closedMonths = sqliteTable('closed_months', {
  month: text('month').$type<Month>().primaryKey(),
  /** The newest entry of the ledger at the time; 0 where it had none. Later ones count in a later month. */
  lastEntry: integer('last_entry').notNull(),
  /** What its entries came to. */
  sums: text('sums', { mode: 'json' }).$type<KindSum[]>().notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: instant('closed_at').notNull(),
});
