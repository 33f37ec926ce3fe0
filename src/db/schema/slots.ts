import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, instant } from './columns';

/**
 * What staff decided about a time slot. No row means open with the default capacity. How many
 * appointments it holds is derived from the appointments, never counted here.
 */
export const availabilitySlots = sqliteTable(
  'availability_slots',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    date: text('date').notNull(),
    slotIndex: integer('slot_index').notNull(),
    isAvailable: flag('is_available').notNull().default(true),
    /** Null means the default capacity of booking_settings. */
    maxBookings: integer('max_bookings'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('availability_slots_date_window').on(t.date, t.slotIndex)],
);

/** One row: what holds for every time slot that has nothing of its own. */
export const bookingSettings = sqliteTable('booking_settings', {
  id: integer('id').primaryKey(),
  defaultCapacity: integer('default_capacity').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
});
