import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, instant } from './columns';
import { sessions, users } from './users';

/**
 * The key pair that identifies us to push services, in one row. It's created once, so that all
 * processes, a restart, and a restored backup have the same one.
 */
export const pushKeys = sqliteTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  /** Sealed with APP_SECRET. */
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
});

/**
 * Browsers that get notifications. Each belongs to the session in which it was turned on, so signing
 * out deletes it, and the next person on a shared device doesn't get the previous person's.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: id(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Our public key at that time. With another one, the push service refuses our pushes. */
    publicKey: text('public_key').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('push_subscriptions_user').on(t.userId, t.createdAt),
    index('push_subscriptions_session').on(t.sessionId),
  ],
);
