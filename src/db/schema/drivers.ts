import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DriverStatus } from '@/domain/driver/status';
import { instant } from './columns';

/** Drivers are numbered, because the driver view speaks of driver 1. */
export const drivers = sqliteTable(
  'drivers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    phone: text('phone'),
    email: text('email'),
    vehicleInfo: text('vehicle_info'),
    status: text('status').$type<DriverStatus>().notNull().default('available'),
    currentLocation: text('current_location'),
    latitude: real('latitude'),
    longitude: real('longitude'),
    locatedAt: instant('located_at'),
    /** What the search finds the driver by, folded; null until that is done after a change. */
    searchText: text('search_text'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('drivers_stale').on(t.id).where(sql`${t.searchText} is null`)],
);
