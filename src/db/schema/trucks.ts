import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { CalendarDate } from '@/domain/dates';
import { appointments } from './appointments';
import { flag, id, instant } from './columns';
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

/**
 * Ticket numbers that were given out, to a device in advance or to one completion. The ranges of a
 * series follow each other without a gap: docs/decisions/2026-11-28-ticket-numbers.md.
 */
export const ticketRanges = sqliteTable(
  'ticket_ranges',
  {
    /** Created on the device, so that asking again returns the same range. */
    id: id(),
    /** The truck's number, or 0 for deliveries without a truck. */
    series: integer('series').notNull(),
    first: integer('first').notNull(),
    last: integer('last').notNull(),
    /** The last time it was given out or used. */
    touchedAt: instant('touched_at').notNull(),
    /** Time at which its unused numbers were voided. Null while a device can still use them. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('ticket_ranges_last').on(t.series, t.last),
    index('ticket_ranges_open').on(t.touchedAt).where(sql`${t.closedAt} is null`),
  ],
);

/** Every used or voided ticket number. Rows are only added. */
export const tickets = sqliteTable(
  'tickets',
  {
    series: integer('series').notNull(),
    number: integer('number').notNull(),
    /** The delivery. It has a copy of the ticket. Null if the number is void. */
    appointmentId: text('appointment_id')
      .unique()
      .references(() => appointments.id),
    /** True if no delivery will ever have this number. */
    isVoid: flag('is_void').notNull().default(false),
    /** The date on which it was used or voided, in the business's time zone. */
    date: text('date').$type<CalendarDate>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.series, t.number] }),
    index('tickets_date').on(t.date, t.series),
    // Finds a truck's last ticket.
    index('tickets_last').on(t.series, t.at),
  ],
);
