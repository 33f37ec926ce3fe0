import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BulkInput, BulkKind, BulkState, PartState } from '@/domain/bulk/bulk-change';
import { id, instant, json } from './columns';

/** Actions by staff on many appointments. A job runs them, so closing a page doesn't stop one. */
export const bulkChanges = sqliteTable(
  'bulk_changes',
  {
    id: id(),
    /** Makes a repeated request return the first bulk change. */
    requestId: text('request_id').notNull().unique(),
    kind: text('kind').$type<BulkKind>().notNull(),
    state: text('state').$type<BulkState>().notNull().default('running'),
    /** The day that the bulk change blocked, or null. */
    closeDate: text('close_date'),
    input: json<BulkInput>('input').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /**
     * The change can be undone, and its messages are delayed, until this time. Null while the
     * change runs.
     */
    takeBackUntil: instant('take_back_until'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('bulk_changes_state').on(t.state, t.createdAt)],
);

/** One appointment of a bulk change. */
export const bulkParts = sqliteTable(
  'bulk_parts',
  {
    bulkId: text('bulk_id')
      .notNull()
      .references(() => bulkChanges.id),
    appointmentId: text('appointment_id').notNull(),
    /** Parts run in this order. */
    position: integer('position').notNull(),
    state: text('state').$type<PartState>().notNull().default('waiting'),
    /** The version that staff saw. */
    version: integer('version').notNull(),
    /** Target of a move. */
    date: text('date'),
    slotIndex: integer('slot_index'),
    /** Why the part was left out or couldn't be undone. */
    reason: text('reason'),
    /** The appointment's previous values, and its version after this part. */
    before: json<Record<string, unknown>>('before'),
    afterVersion: integer('after_version'),
    /** The freed spot, which stays reserved until this time. */
    keptDate: text('kept_date'),
    keptSlotIndex: integer('kept_slot_index'),
    keptUntil: instant('kept_until'),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.appointmentId] }),
    // Every booking reads this index, which is almost always empty.
    index('bulk_parts_kept')
      .on(t.keptUntil, t.keptDate, t.keptSlotIndex)
      .where(sql`${t.keptUntil} is not null`),
  ],
);
