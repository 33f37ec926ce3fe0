import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ChangeTopic } from '@/domain/live/topics';
import { flag, instant } from './columns';

/**
 * The log of changes, one row each. Triggers (`../triggers.ts`) add rows in the same transaction as
 * the change, so no write can miss it. The newest number is the database's version, which processes
 * use to check their caches. Open pages are notified of the topics. A job deletes old rows but
 * always keeps the newest.
 */
export const changes = sqliteTable('changes', {
  seq: integer('seq').primaryKey(),
  topic: text('topic').$type<ChangeTopic>().notNull(),
  /** The people affected by an appointment's change. Null if the change affects every page. */
  appointmentId: text('appointment_id'),
  userId: text('user_id'),
  driverId: integer('driver_id'),
  /** True if the spots of a time window may have changed. */
  slots: flag('slots').notNull().default(false),
});

/**
 * Makes sure that only one process does certain work. A process takes a lease by compare-and-set
 * and renews it. An expired one is free.
 */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  /** Created by each process when it starts. */
  owner: text('owner').notNull(),
  /** Measured by the database's clock, which all processes share. */
  expiresAt: instant('expires_at').notNull(),
});
