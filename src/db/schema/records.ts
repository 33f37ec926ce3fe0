import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { DeliveryPhotoKind } from '@/domain/appointment/proof';
import type { AuditAction } from '@/domain/audit/actions';
import type { AuditThing } from '@/domain/audit/things';
import { appointments } from './appointments';
import { id, instant, json } from './columns';

/**
 * The audit log: who changed what and when, with the values before and after. An entry is added
 * with its change. Triggers prevent changing or deleting it.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: id(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** The kind of thing, which is the first part of the action. */
    thing: text('thing').$type<AuditThing>(),
    /** The thing, such as `driver:3`, unless it's an appointment. */
    subject: text('subject'),
    /** The account it's about. For an appointment, its owner's. */
    userId: text('user_id'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    /** The name of a staff member or the system. A customer's name is in the details. */
    actorName: text('actor_name').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The appointment's version after the change. */
    version: integer('version'),
    /** SHA-256 of the salt and the values of its details. Null without details. */
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
 * The personal values of audit entries. The entry itself only has their salted hash, so when a
 * person is erased, these rows are deleted without breaking a seal.
 */
export const auditDetails = sqliteTable('audit_details', {
  entryId: text('entry_id').primaryKey(),
  salt: text('salt').notNull(),
  /** JSON of AuditDetails, exactly as hashed. */
  values: text('values').notNull(),
});

/**
 * The order and the hash chain of audit entries. A trigger adds a row with each entry. A job adds
 * the hash, which covers the entry and the previous hash.
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

/**
 * Messages to send. They're added with the change they're about, and sent afterward with retries.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: id(),
    /**
     * `call`: nothing else reaches the customer, so it becomes a line of the call list. `push`: a
     * notification to the browser whose ID is the recipient. Its events are in `values`.
     */
    channel: text('channel').$type<'mail' | 'text' | 'call' | 'push'>().notNull().default('mail'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /**
     * The row of the table of messages and its values, until the message is sent. The owner's words are filled in
     * with them.
     */
    values: text('values'),
    /** Allows only one message per cause, even if the cause repeats. */
    dedupeKey: text('dedupe_key').notNull(),
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** A PDF that's sent with it, in Base64. Null once it's sent. */
    attachment: json<{ name: string; pdf: string }>('attachment'),
    attempts: integer('attempts').notNull().default(0),
    /**
     * The number of attempts that the provider may have accepted without our learning of it. A sent
     * message may have arrived once more for each of them.
     */
    unconfirmed: integer('unconfirmed').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** After this time it's too late to send. Null if it never is. */
    expiresAt: instant('expires_at'),
    sentAt: instant('sent_at'),
    /**
     * The time at which the message was refused for good or expired. It isn't tried again, and
     * staff are notified.
     */
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
    /**
     * For a message that unknown senders can trigger: a keyed hash of its recipient, kept for a day.
     */
    turnKey: text('turn_key'),
    /** The bulk change that the message is about. Undoing the change deletes the message. */
    bulkId: text('bulk_id'),
    /** A text's ID at its provider. */
    providerId: text('provider_id'),
    /** The provider's report about a sent text. Null until there is one. */
    outcome: text('outcome').$type<'delivered' | 'failed'>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('outbox_dedupe').on(t.dedupeKey),
    index('outbox_pending').on(t.sentAt, t.nextAttemptAt),
    // Without this index, SQLite would search the whole table for references whenever an
    // appointment is written.
    index('outbox_appointment').on(t.appointmentId),
    index('outbox_turns').on(t.turnKey, t.createdAt).where(sql`${t.turnKey} is not null`),
    index('outbox_bulk').on(t.bulkId).where(sql`${t.bulkId} is not null`),
    index('outbox_pushes')
      .on(t.recipient)
      .where(
        sql`${t.channel} = 'push' and ${t.attempts} = 0 and ${t.sentAt} is null and ${t.givenUpAt} is null`,
      ),
    index('outbox_unconfirmed').on(t.channel).where(sql`${t.unconfirmed} > 0`),
    index('outbox_texts').on(t.recipient, t.createdAt).where(sql`${t.channel} = 'text'`),
  ],
);

/**
 * Messages that a person wrote about a delivery: customers' replies, and staff's answers. An answer
 * is sent by the message in the outbox with the same key.
 */
export const writtenMessages = sqliteTable(
  'written_messages',
  {
    id: id(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    author: text('author').$type<'customer' | 'staff'>().notNull(),
    channel: text('channel').$type<'mail' | 'text' | 'page'>().notNull(),
    body: text('body').notNull(),
    /** Name of the person on staff. Null for a customer. */
    writtenBy: text('written_by'),
    /** Allows each message only once: the provider's ID of a reply, or the key in the outbox. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('written_messages_appointment').on(t.appointmentId, t.createdAt)],
);

/** Answers that staff often give, written once. */
export const savedReplies = sqliteTable('saved_replies', {
  id: id(),
  title: text('title').notNull(),
  body: text('body').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
});

/**
 * Phone numbers whose owners replied STOP or START to a text. They're kept even after a person's
 * data is deleted, because STOP applies until the owner replies START.
 */
export const textNumbers = sqliteTable('text_numbers', {
  /** With its country code: "+12695550123". */
  number: text('number').primaryKey(),
  /** When its owner last replied STOP. Null after START. */
  stoppedAt: instant('stopped_at'),
  changedAt: instant('changed_at').notNull(),
});

/** Accounts and appointments whose texts were turned off on our pages. */
export const textsOff = sqliteTable('texts_off', {
  /** ID of the account or the appointment. */
  id: id(),
  at: instant('at').notNull(),
});

/** Photos. The file is in private storage. */
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
