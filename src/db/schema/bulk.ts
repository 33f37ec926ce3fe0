import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { BulkInput, BulkKind, BulkState, PartState } from '@/domain/bulk/bulk-change';
import { id, instant, json } from './columns';

/** Acts of staff on many appointments. A job carries them out, so that no closed page stops one. */
export const bulkChanges = sqliteTable(
  'bulk_changes',
  {
    id: id(),
    /** Makes a repeated send return the first one. */
    requestId: text('request_id').notNull().unique(),
    kind: text('kind').$type<BulkKind>().notNull(),
    state: text('state').$type<BulkState>().notNull().default('running'),
    /** The day that it closed; null where it closed none. */
    closeDate: text('close_date'),
    input: json<BulkInput>('input').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** Until then it can be taken back, and its messages wait; null while it runs. */
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
    /** Parts are carried out in this order. */
    position: integer('position').notNull(),
    state: text('state').$type<PartState>().notNull().default('waiting'),
    /** The version that staff saw. */
    version: integer('version').notNull(),
    /** Where it goes, if it is moved. */
    date: text('date'),
    slotIndex: integer('slot_index'),
    /** Why it was left out, or stays. */
    reason: text('reason'),
    /** The columns of the appointment as they were before, and the version that its part left. */
    before: json<Record<string, unknown>>('before'),
    afterVersion: integer('after_version'),
    /** The place that it had, which is kept for it until then. */
    keptDate: text('kept_date'),
    keptSlotIndex: integer('kept_slot_index'),
    keptUntil: instant('kept_until'),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.appointmentId] }),
    // Every booking asks it, and it is nearly always empty.
    index('bulk_parts_kept')
      .on(t.keptUntil, t.keptDate, t.keptSlotIndex)
      .where(sql`${t.keptUntil} is not null`),
  ],
);
