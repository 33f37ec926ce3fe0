import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, instant } from './columns';
import { users } from './users';

/** Staff members' methods of two-step verification. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'totp' | 'passkey'>().notNull(),
    /** The person's name for it. */
    name: text('name').notNull(),
    /** TOTP: the secret, encrypted with the server's own. */
    totpSecret: text('totp_secret'),
    /** TOTP: the time step of the last code. Only later ones are accepted. */
    totpStep: integer('totp_step'),
    /** Passkey: its ID and public key, in base64url. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    /** Passkey: its usage count. A copied passkey would have a lower count. */
    signCount: integer('sign_count'),
    transports: text('transports', { mode: 'json' }).$type<string[]>(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('second_factors_user').on(t.userId, t.createdAt)],
);

/** Codes that replace a lost method, once each. Only their hashes are stored. */
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
 * Challenges: the second step of a sign-in, the setup of a method, or a confirmation. Only the
 * caller has the token. It works once and expires.
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
    /** A fingerprint of the current password. The challenge ends when the password changes. */
    passwordMark: text('password_mark').notNull(),
    /** True if the sign-in was on the admin page, which has its own response. */
    asStaff: flag('as_staff').notNull().default(false),
    /** The encrypted secret of an app during setup. */
    totpSecret: text('totp_secret'),
    /** The random text for a passkey to sign. The first answer removes it. */
    passkeyText: text('passkey_text'),
    failures: integer('failures').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('challenges_expires').on(t.expiresAt),
    index('challenges_user').on(t.userId, t.expiresAt),
  ],
);
