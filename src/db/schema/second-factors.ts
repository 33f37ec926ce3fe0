import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, instant } from './columns';
import { users } from './users';

/** What staff prove beside the password. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'totp' | 'passkey'>().notNull(),
    /** By which the person tells their factors apart. */
    name: text('name').notNull(),
    /** TOTP: the secret, sealed with the server's own. */
    totpSecret: text('totp_secret'),
    /** TOTP: the time step of the last code; only a later one counts. */
    totpStep: integer('totp_step'),
    /** Passkey: its id and public key, base64url. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    /** Passkey: how often it says it was used; a copy would fall behind. */
    signCount: integer('sign_count'),
    transports: text('transports', { mode: 'json' }).$type<string[]>(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('second_factors_user').on(t.userId, t.createdAt)],
);

/** Codes that stand in for a lost factor, each once. Only their hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [uniqueIndex('recovery_codes_user').on(t.userId, t.codeHash)],
);

/**
 * What waits for a proof: the second step of a sign-in, or the set-up of a factor. Its token is only
 * with the caller. It works once, and ends by itself.
 */
export const challenges = sqliteTable(
  'challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose')
      .$type<'sign-in' | 'first-factor' | 'add-factor' | 'confirm'>()
      .notNull(),
    /** A mark of the password that was given: a challenge ends when the password changes. */
    passwordMark: text('password_mark').notNull(),
    /** The sign-in was the one of the admin page, which has an answer of its own. */
    asStaff: flag('as_staff').notNull().default(false),
    /** The sealed secret of an app that is being set up. */
    totpSecret: text('totp_secret'),
    /** The random text that a passkey signs, taken away by the first answer. */
    passkeyText: text('passkey_text'),
    failures: integer('failures').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('challenges_expires').on(t.expiresAt),
    index('challenges_user').on(t.userId, t.expiresAt),
  ],
);
