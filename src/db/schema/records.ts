import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DeliveryPhotoKind } from '@/domain/appointment/proof';
import type { AuditAction } from '@/domain/audit/actions';
import type { AuditThing } from '@/domain/audit/things';
import { appointments } from './appointments';
import { id, instant } from './columns';

/**
 * Who did what, before and after, when. Written with the change it tells of, and never
 * changed or deleted: triggers refuse it.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** The kind of thing that it is about: the first part of the action. */
    thing: text('thing').$type<AuditThing>(),
    /** The one thing that it is about where that is no appointment, such as `driver:3`. */
    subject: text('subject'),
    /** The account that it is about; of an appointment its owner's. */
    userId: text('user_id'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    /** The name of staff and of the system; a customer's stands among the details. */
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The appointment's version, as the change left it. */
    version: integer('version'),
    /** SHA-256 of the salt and the values of its details; null where it has none. */
    detailsHash: text('details_hash'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('audit_log_appointment').on(t.appointmentId, t.at),
    index('audit_log_at').on(t.at),
    index('audit_log_thing').on(t.thing, t.at),
    index('audit_log_subject').on(t.subject, t.at),
    index('audit_log_user').on(t.userId, t.at),
    index('audit_log_actor').on(t.actorId, t.at),
  ],
);

/**
 * The personal values of audit entries. Erasing a person deletes them and breaks no seal, because
 * the entry itself has only their salted hash.
 */
export const auditDetails = sqliteTable('audit_details', {
  entryId: text('entry_id').primaryKey(),
  salt: text('salt').notNull(),
  /** JSON of AuditDetails, as it was hashed. */
  values: text('values').notNull(),
});

/**
 * The order of the audit entries and the chain of their hashes. A trigger adds the row with the
 * entry; a job fills in the hash, which covers the entry and the hash before it.
 */
export const auditSeals = sqliteTable(
  'audit_seals',
  {
    number: integer('number').primaryKey({ autoIncrement: true }),
    entryId: text('entry_id').notNull().unique(),
    hash: text('hash'),
    sealedAt: instant('sealed_at'),
  },
  (t) => [index('audit_seals_waiting').on(t.number).where(sql`${t.hash} is null`)],
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
    /** From then on it is late, and is given up; null for what is always worth knowing. */
    expiresAt: instant('expires_at'),
    sentAt: instant('sent_at'),
    /** When it was refused for good, or was late; it is not tried again, and staff are told. */
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
    /** For a message that strangers can cause: its recipient under a keyed hash, for a day. */
    turnKey: text('turn_key'),
    /** The bulk change that it tells of; taking that back takes it away. */
    bulkId: text('bulk_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('outbox_dedupe').on(t.dedupeKey),
    index('outbox_pending').on(t.sentAt, t.nextAttemptAt),
    // Without it SQLite would look for orphans in the whole table when an appointment is written.
    index('outbox_appointment').on(t.appointmentId),
    index('outbox_turns').on(t.turnKey, t.createdAt).where(sql`${t.turnKey} is not null`),
    index('outbox_bulk').on(t.bulkId).where(sql`${t.bulkId} is not null`),
  ],
);

/** Photos: the file is in private storage, the row says what it is. */
export const photos = sqliteTable(
  'photos',
  {
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    kind: text('kind').$type<'receipt' | 'issue' | DeliveryPhotoKind>().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('photos_appointment_kind').on(t.appointmentId, t.kind)],
);
