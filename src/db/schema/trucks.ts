import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import { flag, instant } from './columns';
import { drivers } from './drivers';

/** The owner's trucks. They're never deleted, so that their numbers are never used again. */
export const trucks = sqliteTable('trucks', {
  /** A small number, because tickets start with it. */
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  /** The name without accents, capitals, and punctuation, so that each name is used once. */
  nameKey: text('name_key').notNull().unique(),
  /** The serial number of the truck's meter. Null until the owner enters it. */
  meterSerial: text('meter_serial'),
  isActive: flag('is_active').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The trucks that drivers chose for a date. `truckOfDay` returns the truck of other days. */
export const truckDays = sqliteTable(
  'truck_days',
  {
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    date: text('date').$type<CalendarDate>().notNull(),
    truckId: integer('truck_id')
      .notNull()
      .references(() => trucks.id),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    // Finds a driver's last truck.
    primaryKey({ columns: [t.driverId, t.date] }),
    index('truck_days_date').on(t.date),
  ],
);
