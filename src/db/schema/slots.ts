import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Hours } from '@/domain/slots/hours';
import { flag, instant, json } from './columns';

/**
 * Staff's changes to time windows. Without a row, a window is open with the default capacity. Its
 * number of appointments is counted from the appointments, never stored here.
 */
export const availabilitySlots = sqliteTable(
  'availability_slots',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    date: text('date').notNull(),
    slotIndex: integer('slot_index').notNull(),
    isAvailable: flag('is_available').notNull().default(true),
    /** Null means the default capacity in booking_settings. */
    maxBookings: integer('max_bookings'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('availability_slots_date_window').on(t.date, t.slotIndex)],
);

/** Defaults for time windows without settings of their own, in one row. */
export const bookingSettings = sqliteTable('booking_settings', {
  id: integer('id').primaryKey(),
  defaultCapacity: integer('default_capacity').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * The owner's hours over time: windows per weekday, lead time, season, and closed days. The newest
 * row applies. Rows are only ever added, so that the history stays.
 */
export const hoursEntries = sqliteTable('hours_entries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  hours: json<Hours>('hours').notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: instant('created_at').notNull(),
});
