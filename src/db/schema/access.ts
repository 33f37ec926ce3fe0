import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { KeyExtra, KeyScope } from '@/domain/access/access.schema';
import { id, instant } from './columns';
import { drivers } from './drivers';
import { users } from './users';

/**
 * How much of an allowance is used up, for every process of this database. One number is
 * enough: the moment at which it would be unused again. A row in the past means nothing.
 */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    /** A keyed hash of the rule and of whom it counts, so that no address or name is kept. */
    key: text('key').primaryKey(),
    usedUntil: instant('used_until').notNull(),
  },
  (t) => [index('rate_limits_used_until').on(t.usedUntil)],
);

/** Keys for programs of others that call /api. Only the hash of a key is stored. */
export const apiKeys = sqliteTable('api_keys', {
  id: id(),
  name: text('name').notNull(),
  /** The first characters, by which people tell keys apart. */
  start: text('start').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  scope: text('scope').$type<KeyScope>().notNull(),
  /** What it may besides; null in keys from before there were such scopes. */
  extras: text('extras', { mode: 'json' }).$type<KeyExtra[]>(),
  /** The key works only while this user is an admin. */
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** Secret links under which a calendar program reads a feed. Only the hash is stored. */
export const feeds = sqliteTable('calendar_feeds', {
  id: id(),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  /** Whose deliveries; null means all of them. */
  driverId: integer('driver_id').references(() => drivers.id),
  createdBy: text('created_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
});
