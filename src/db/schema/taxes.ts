import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import type { TaxEntry } from '@/domain/tax/tax-book';
import { instant, json } from './columns';
import { users } from './users';

/**
 * Changes of the tax rates that our prices include, each with the date from which it applies. Rows
 * are only added, so cancelling a planned change also adds a row.
 */
export const taxEntries = sqliteTable('tax_entries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  startsOn: text('starts_on').$type<CalendarDate>().notNull(),
  /** Only the rates that change, null for no tax. Empty if the row cancels another. */
  rates: json<TaxEntry['rates']>('rates').notNull(),
  /** The row of the planned change that this one cancels. */
  cancels: integer('cancels'),
  madeBy: text('made_by').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Customers who pay no tax, each with the number of their certificate. */
export const taxExemptions = sqliteTable('tax_exemptions', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  certificate: text('certificate').notNull(),
  setBy: text('set_by').notNull(),
  setAt: instant('set_at').notNull(),
});
