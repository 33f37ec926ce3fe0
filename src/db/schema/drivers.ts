import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DriverStatus } from '@/domain/driver/status';
import { instant } from './columns';

/** Drivers have numbers because the driver page shows them. */
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
    /** The text for searches, folded. Null after a change, until it's folded again. */
    searchText: text('search_text'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('drivers_stale').on(t.id).where(sql`${t.searchText} is null`)],
);
