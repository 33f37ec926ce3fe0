import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { KeyExtra, KeyScope } from '@/domain/access/access.schema';
import { id, instant } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/**
 * How much of an allowance is used up, shared by all processes of this database. One number is
 * enough: the time at which it will be unused again. A row in the past has no effect.
 */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** A keyed hash of the rule and its subject, so no address or name is stored. */
    key: text('key').primaryKey(),
    usedUntil: instant('used_until').notNull(),
  },
  (t) => [index('rate_limits_used_until').on(t.usedUntil)],
);

/** Keys for outside programs that call /api. Only a key's hash is stored. */
export const apiKeys = sqliteTable('api_keys', {
  id: id(),
  name: text('name').notNull(),
  /** First characters of the key, to tell keys apart. */
  start: text('start').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  scope: text('scope').$type<KeyScope>().notNull(),
  /** Additional scopes. Null in keys created before there were any. */
  extras: text('extras', { mode: 'json' }).$type<KeyExtra[]>(),
  /** The key works only as long as this user is an admin. */
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** Secret links to read a feed in a calendar program. Only the hash is stored. */
export const feeds = sqliteTable('calendar_feeds', {
  id: id(),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  /** The driver whose deliveries are in the feed, or null for all. */
  driverId: integer('driver_id').references(() => drivers.id),
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});
