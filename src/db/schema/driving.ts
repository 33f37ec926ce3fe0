import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NotDeliveredReason } from '@/domain/driver/not-delivered';
import type { Spill } from '@/domain/driver/spill';
import { appointments } from './appointments';
import { gallonTenths, id, instant, json } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/**
 * What a device did, by the key it made for it; written with what it did, so that sending it again
 * changes nothing. The last ones of a day on the water are days old at most.
 */
export const deviceActions = sqliteTable(
  'device_actions',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    /** Tells another content under the same key; null where there is none beside the kind. */
    contentHash: text('content_hash'),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    // Also what SQLite reads whenever an appointment is written, because of the reference.
    index('device_actions_appointment').on(t.appointmentId),
  ],
);

/** What drivers tell staff: something is wrong, or a delivery could not be made. */
export const driverReports = sqliteTable(
  'driver_reports',
  {
    /** Made on the device, so that sending it again writes no second one. */
    id: id(),
    driverId: integer('driver_id')
      .notNull()
      .references(() => drivers.id),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** Null for a report; else why the delivery was not made. */
    reason: text('reason').$type<NotDeliveredReason>(),
    text: text('text').notNull(),
    /** The facts of a spill, who was called about it with them; null for any other report. */
    spill: json<Spill>('spill'),
    reportedBy: text('reported_by').notNull(),
    /** Of the user who sent it: only they may send it again or add its photo. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Served at /api/photos/{id}; the file is in private storage. */
    photoId: text('photo_id').unique(),
    photoStorageKey: text('photo_storage_key'),
    /** The device's own clock, as told; the server's is the truth. */
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

/** The driver's own sequence of the stops of a date. It goes before the planned one. */
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

/** All that a driver had on board for a date: what was left of the day before, and what was loaded. */
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
  },
  // The loads of a few dates are read together, of all drivers.
  (t) => [primaryKey({ columns: [t.date, t.driverId] })],
);
