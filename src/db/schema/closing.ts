import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ClosedCash, ClosedTruck, TruckStock } from '@/domain/closing/closed-day';
import type { TruckKey } from '@/domain/closing/closing';
import type { CalendarDate } from '@/domain/dates';
import type { Load } from '@/domain/driver/on-board';
import { appointments } from './appointments';
import { cents, gallonTenths, instant, json } from './columns';

/**
 * The fuel and ice that completed deliveries took from the drivers' loads: one entry for each
 * completion, and one for each later change, with the difference. Triggers (`../triggers.ts`) write
 * them, and prevent changing or deleting one.
 */
export const deliveryEntries = sqliteTable(
  'delivery_entries',
  {
    /** Increases with each entry, so a closed day can store its last one. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    /** 0 if the appointment has no driver. */
    driverId: integer('driver_id').notNull(),
    /** The date of the delivery. */
    deliveredOn: text('delivered_on').$type<CalendarDate>().notNull(),
    /** The truck at the completion. 0 without a truck. */
    truckId: integer('truck_id').notNull().default(0),
    regularGallonsTenths: gallonTenths('regular_gallons_tenths').notNull(),
    premiumGallonsTenths: gallonTenths('premium_gallons_tenths').notNull(),
    smallIceBags: integer('small_ice_bags').notNull(),
    largeIceBags: integer('large_ice_bags').notNull(),
  },
  (t) => [
    index('delivery_entries_day').on(t.deliveredOn, t.driverId),
    index('delivery_entries_appointment').on(t.appointmentId),
  ],
);

/** The amounts counted on each truck in the evening. They can change until the day is closed. */
export const truckCounts = sqliteTable(
  'truck_counts',
  {
    date: text('date').$type<CalendarDate>().notNull(),
    key: text('key').$type<TruckKey>().notNull(),
    loaded: json<Load>('loaded').notNull(),
    counted: json<Load>('counted').notNull(),
    /** The reason for the variance. */
    reason: text('reason'),
    version: integer('version').notNull(),
    countedBy: text('counted_by').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.date, t.key] })],
);

/** The cash that drivers handed in. It can be changed until its day is closed. */
export const cashCounts = sqliteTable(
  'cash_counts',
  {
    date: text('date').$type<CalendarDate>().notNull(),
    /** 0 for the cash of deliveries without a driver. */
    driverId: integer('driver_id').notNull(),
    /** The amount that was due when the cash was signed off. */
    dueCents: cents('due_cents').notNull(),
    handedInCents: cents('handed_in_cents').notNull(),
    /** The reason for the difference. */
    reason: text('reason'),
    version: integer('version').notNull(),
    signedBy: text('signed_by').notNull(),
    signedAt: instant('signed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.date, t.driverId] })],
);

/** Closed days, in order. Triggers (`../triggers.ts`) prevent changing or deleting one. */
export const closedDays = sqliteTable('closed_days', {
  date: text('date').$type<CalendarDate>().primaryKey(),
  /** The newest ledger entry at closing, or 0. Later entries are posted to a later day. */
  lastLedger: integer('last_ledger').notNull(),
  /** The newest entry of deliveries at closing, or 0. */
  lastDelivery: integer('last_delivery').notNull(),
  trucks: json<ClosedTruck[]>('trucks').notNull(),
  cash: json<ClosedCash[]>('cash').notNull(),
  /** Cash that the office refunded. Negative. */
  refundsCents: cents('refunds_cents').notNull(),
  /** The load left on each truck after closing, including those that weren't used. */
  stock: json<TruckStock[]>('stock').notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: instant('closed_at').notNull(),
});
