import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ReviewKind, ReviewOutcome } from '@/domain/review/review';
import { appointments } from './appointments';
import { id, instant } from './columns';

/** What staff are to look at, in one queue. Written with the change that asks for the look. */
export const reviewItems = sqliteTable(
  'review_items',
  {
    id: id(),
    kind: text('kind').$type<ReviewKind>().notNull(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** What happened, a sentence or two. */
    reason: text('reason').notNull(),
    /** The figures of its kind, as they were then. */
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** One item for each cause, however often the cause is repeated. */
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
