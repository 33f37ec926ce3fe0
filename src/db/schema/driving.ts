import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Spill } from '@/domain/driver/spill';
import type { ChangedBy } from '@/domain/driver/stop-change';
import { appointments } from './appointments';
import { flag, gallonTenths, id, instant, json } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/**
 * Device actions by the key that the device created. They're saved with their effect, so sending
 * one again changes nothing. An action may arrive days late.
 */
export const deviceActions = sqliteTable(
  'device_actions',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    /** Detects different content under the same key. Null if comparing the kind is enough. */
    contentHash: text('content_hash'),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    // Because of the reference, SQLite also needs this index whenever an appointment is written.
    index('device_actions_appointment').on(t.appointmentId),
  ],
);

/** Drivers' reports to staff: a problem, or a delivery that couldn't be made. */
export const driverReports = sqliteTable(
  'driver_reports',
  {
    /** Created on the device, so sending it again doesn't add another. */
    id: id(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** Why the delivery wasn't made. Null for other reports. */
    reason: text('reason').$type<NotDeliveredReason>(),
    text: text('text').notNull(),
    /** The facts of a spill, including the calls about it. Null for other reports. */
    spill: json<Spill>('spill'),
    reportedBy: text('reported_by').notNull(),
    /** The user who sent it. Only they may send it again or add its photo. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Served at /api/photos/{id}. The file is in private storage. */
    photoId: text('photo_id').unique(),
    photoStorageKey: text('photo_storage_key'),
    /** Time on the device's clock, unchecked. The server's time decides. */
    deviceAt: text('device_at'),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (t) => [
    index('driver_reports_open').on(t.resolvedAt, t.createdAt),
    index('driver_reports_appointment').on(t.appointmentId),
  ],
);

/** The driver's own order of a date's stops. It overrides the planned one. */
export const routeOrders = sqliteTable(
  'route_orders',
  {
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    date: text('date').notNull(),
    stopIds: text('stop_ids', { mode: 'json' }).$type<string[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.driverId, t.date] })],
);

/**
 * Everything a driver had on board on a date, both carried over and loaded. It's the load of the
 * driver's current truck.
 */
export const loads = sqliteTable(
  'loads',
  {
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    date: text('date').notNull(),
    regularGallonsTenths: gallonTenths('regular_gallons_tenths').notNull(),
    premiumGallonsTenths: gallonTenths('premium_gallons_tenths').notNull(),
    smallIceBags: integer('small_ice_bags').notNull(),
    largeIceBags: integer('large_ice_bags').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The truck at the time of the entry. Null without a truck. */
    truckId: integer('truck_id'),
  },
  // Reads select a few dates for all drivers.
  (t) => [primaryKey({ columns: [t.date, t.driverId] })],
);

/**
 * The loads of trucks that their driver has left during the day. If the driver returns to a truck,
 * its load is moved back to `loads`.
 */
export const leftLoads = sqliteTable(
  'left_loads',
  {
    date: text('date').notNull(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    /** 0 without a truck. */
    truckId: integer('truck_id').notNull(),
    regularGallonsTenths: gallonTenths('regular_gallons_tenths').notNull(),
    premiumGallonsTenths: gallonTenths('premium_gallons_tenths').notNull(),
    smallIceBags: integer('small_ice_bags').notNull(),
    largeIceBags: integer('large_ice_bags').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.date, t.driverId, t.truckId] })],
);

/**
 * Changes of open stops that already had their driver, until the driver acknowledges them. Triggers
 * add a row with each change, and delete the rows when the customer's data is erased.
 */
export const stopChanges = sqliteTable(
  'stop_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    /** The facts before the change, by field. Booleans are 0 or 1. */
    before: json<Record<string, string | number | null>>('before').notNull(),
    /** From the change's audit entry. Null if the change came with another thing, such as a boat. */
    by: text('by').$type<ChangedBy>(),
    at: instant('at').notNull(),
    seenAt: instant('seen_at'),
    seenBy: text('seen_by'),
    /** True while the stop is completed or cancelled, so that nobody has to acknowledge it. */
    isClosed: flag('is_closed').notNull().default(false),
  },
  (t) => [
    index('stop_changes_appointment').on(t.appointmentId, t.id),
    // Contains only the changes that drivers must still acknowledge.
    index('stop_changes_unseen')
      .on(t.driverId, t.id)
      .where(sql`${t.seenAt} is null and ${t.isClosed} = 0`),
  ],
);
