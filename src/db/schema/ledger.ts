import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { SavedAccounts } from '@/domain/accounting/accounts';
import type { CalendarDate } from '@/domain/dates';
import type { LedgerKind } from '@/domain/payment/ledger';
import type { KindSum, Month } from '@/domain/payment/months';
import { appointments } from './appointments';
import { cents, instant, json } from './columns';

/**
 * Every movement of money, one entry each. Triggers (`../triggers.ts`) prevent changing or deleting
 * one.
 */
export const ledger = sqliteTable(
  'ledger',
  {
    /** Increases with each entry, so a closed month can store its last one. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Source of the money: a payment, a charge's cash, a refund, or part of a dispute. */
    source: text('source').notNull(),
    /** Counts the entries of a source from 1. */
    sequence: integer('sequence').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Negative if the money left us. */
    grossCents: cents('gross_cents').notNull(),
    /** Stripe's fee. */
    feeCents: cents('fee_cents').notNull(),
    /** The tax that the gross includes. Null if no tax applied to the delivery. */
    taxCents: cents('tax_cents'),
    movedAt: instant('moved_at').notNull(),
    /** The date of `movedAt` in the business's time zone. */
    movedOn: text('moved_on').$type<CalendarDate>().notNull(),
    /** The date of the delivery that the money is for. */
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
 * Closed months, in order without gaps. Triggers (`../triggers.ts`) prevent changing or deleting
 * one.
 */
export const closedMonths = sqliteTable('closed_months', {
  month: text('month').$type<Month>().primaryKey(),
  /**
   * The newest ledger entry at closing, or 0 if there was none. Later entries count in a later
   * month.
   */
  lastEntry: integer('last_entry').notNull(),
  /** The sums of its entries. */
  sums: text('sums', { mode: 'json' }).$type<KindSum[]>().notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: instant('closed_at').notNull(),
});

/**
 * The accountant's names for the journal's accounts. Each save adds a row, and the newest one
 * applies.
 */
export const accountEntries = sqliteTable('account_entries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  accounts: json<SavedAccounts>('accounts').notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: instant('created_at').notNull(),
});
