import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '@/domain/audit/actions';
import { appointments } from './appointments';
import { id, instant } from './columns';

/** Who did what, before and after, when (D45). Written with the change it tells of. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The appointment's version, as the change left it. */
    version: integer('version'),
    at: instant('at').notNull(),
  },
  (t) => [index('audit_log_appointment').on(t.appointmentId, t.at), index('audit_log_at').on(t.at)],
);

/** Messages to send; written with the change they tell of, sent afterwards with retries. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    channel: text('channel').$type<'mail'>().notNull().default('mail'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** One message per cause, however often the cause is repeated. */
    dedupeKey: text('dedupe_key').notNull(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    sentAt: instant('sent_at'),
    /** When it was refused for good; it is not tried again, and staff are told. */
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('outbox_dedupe').on(t.dedupeKey),
    index('outbox_pending').on(t.sentAt, t.nextAttemptAt),
    // Without it SQLite would look for orphans in the whole table when an appointment is written.
    index('outbox_appointment').on(t.appointmentId),
  ],
);

/** Photos: the file is in private storage, the row says what it is (D60). */
export const photos = sqliteTable(
  'photos',
  {
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    kind: text('kind').$type<'receipt' | 'fuel' | 'issue'>().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('photos_appointment_kind').on(t.appointmentId, t.kind)],
);
