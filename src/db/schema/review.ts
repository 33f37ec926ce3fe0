import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReviewKind, ReviewOutcome } from '@/domain/review/review';
import { appointments } from './appointments';
import { id, instant } from './columns';

/** The queue of review items for staff. An item is added with the change that requires it. */
export const reviewItems = sqliteTable(
  'review_items',
  {
    id: id(),
    kind: text('kind').$type<ReviewKind>().notNull(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** What happened, in one or two sentences. */
    reason: text('reason').notNull(),
    /** The facts at that time, depending on the kind. */
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** Allows only one item per cause, even if the cause repeats. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    state: text('state').$type<'open' | 'done'>().notNull().default('open'),
    outcome: text('outcome').$type<ReviewOutcome>(),
    note: text('note'),
    doneBy: text('done_by'),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('review_items_open').on(t.state, t.createdAt),
    index('review_items_done').on(t.state, t.doneAt),
    index('review_items_appointment').on(t.appointmentId),
  ],
);
