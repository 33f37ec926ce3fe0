import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ChangeTopic } from '@/domain/live/topics';
import { flag, instant } from './columns';

/**
 * What changed, one row for each change. Triggers (`../triggers.ts`) write it in the transaction of the
 * change, so no write can forget it. Its newest number is the version of the database: what processes
 * keep in memory is checked against it. Listening pages are told the topics. A job prunes it and always
 * leaves the newest row.
 */
export const changes = sqliteTable('changes', {
  seq: integer('seq').primaryKey(),
  topic: text('topic').$type<ChangeTopic>().notNull(),
  /** Whom an appointment concerns; null where the change concerns every page. */
  appointmentId: text('appointment_id'),
  userId: text('user_id'),
  driverId: integer('driver_id'),
  /** The places of a time slot may have changed. */
  slots: flag('slots').notNull().default(false),
});

/** Which process does the work that only one may do. It takes a lease by compare-and-set and renews it; an expired one is free. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  /** Made by each process at its start. */
  owner: text('owner').notNull(),
  /** By the database's clock, which all processes share. */
  expiresAt: instant('expires_at').notNull(),
});
