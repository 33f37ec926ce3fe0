import { and, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import type { Query } from '@/db/engine/queries';
import {
  type AuditWrite,
  type ConditionalWrite,
  entryOf,
  type Guard,
  unchanged,
} from '@/db/guarded-batch';
import { users } from '@/db/schema';
import { emailKey, mayBeEmail } from '@/domain/account/email';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { foldedName } from '@/domain/text';

export type UserRow = typeof users.$inferSelect;

/** How the user name of a deleted account begins; the rest is its id. */
export const FORMER = 'former-';
/** The user name of a deleted account. */
export const formerName = (userId: string) => `${FORMER}${userId}`;

/** The user of an id; no row for an unknown one. */
export function selectUser(orm: Queryable, id: string | SQL) {
  return orm.select().from(users).where(eq(users.id, id));
}

/** The user of an id, or null. */
export async function findUserById(orm: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await selectUser(orm, id);
  return row ?? null;
}

type NameColumn = 'username' | 'email';
const KEYS = {
  username: { column: users.username, key: users.usernameKey, of: foldedName },
  email: { column: users.email, key: users.emailKey, of: emailKey },
} as const;

/** A condition: a user has this name, in some spelling. */
function isSpelled(name: NameColumn, text: string): SQL {
  const { column, key, of } = KEYS[name];
  // An account without a key is found by its own spelling, in capitals or not.
  return sql`(${key} = ${of(text)} or lower(${column}) = lower(${text}))`;
}

/** The very spelling first: accounts from before there were keys may share one. */
const bySpelling = (name: NameColumn, text: string) =>
  sql`${KEYS[name].column} is ${text} desc, lower(${KEYS[name].column}) is lower(${text}) desc`;

/** The user with a username, in whatever spelling. */
export function selectUserByUsername(orm: Queryable, username: string) {
  return selectSpelled(orm, 'username', username);
}

/** The user of a user name, or null. */
export async function findUserByUsername(
  orm: Queryable,
  username: string,
): Promise<UserRow | null> {
  const [row] = await selectUserByUsername(orm, username);
  return row ?? null;
}

/** The user with an email address, in whatever spelling. */
export function selectUserByEmail(orm: Queryable, email: string) {
  return selectSpelled(orm, 'email', email);
}

const selectSpelled = (orm: Queryable, name: NameColumn, text: string) =>
  orm.select().from(users).where(isSpelled(name, text)).orderBy(bySpelling(name, text)).limit(1);

/** The user of an email address, or null. */
export async function findUserByEmail(orm: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await selectUserByEmail(orm, email);
  return row ?? null;
}

/**
 * Whom a typed name means: the user with that email address, or else with that username. Usernames with
 * @ are from before they were refused.
 */
export function isNamed(name: string): SQL {
  const idOf = (column: NameColumn) =>
    sql`(select ${users.id} from ${users} where ${isSpelled(column, name)} order by ${bySpelling(column, name)} limit 1)`;
  const named = idOf('username');
  return sql`${users.id} = ${mayBeEmail(name) ? sql`coalesce(${idOf('email')}, ${named})` : named}`;
}

/** The user whose user name or email address this is; no row for an unknown one. */
export function selectUserByName(orm: Queryable, name: string) {
  return orm.select().from(users).where(isNamed(name));
}

/** The user whose user name or email address this is, or null. */
export async function findUserByName(orm: Queryable, name: string): Promise<UserRow | null> {
  const [row] = await selectUserByName(orm, name);
  return row ?? null;
}

/** Writes a user with the audit entry. Throws a unique violation when the username or email is taken. */
export function insertUser(
  db: Db,
  row: typeof users.$inferInsert,
  entry: AuditWrite,
): Promise<unknown> {
  return db.batch((orm) => [orm.insert(users).values(withKeys(row)), ...entryOf(orm, entry)]);
}

/** The same as statements of a batch, with a message that tells of it. */
export function insertingUser(
  orm: Queryable,
  row: UserRow,
  { entry, told }: { entry: AuditWrite; told: ConditionalWrite | null },
): Query[] {
  return [
    orm.insert(users).values(withKeys(row)),
    ...entryOf(orm, entry),
    ...(told ? [told(orm)] : []),
  ];
}

type Names = { username?: string | undefined; email?: string | null | undefined };

/**
 * Columns of a user, with the keys of those names that are new. A name that stays keeps its key: it has
 * none if another account has it in another spelling.
 */
export function withKeys<Columns extends Names>(columns: Columns, read: Names = {}) {
  const { username, email } = columns;
  const isNew = (name: NameColumn) => columns[name] !== undefined && columns[name] !== read[name];
  return {
    ...columns,
    ...(username !== undefined && isNew('username') && { usernameKey: foldedName(username) }),
    ...(email !== undefined && isNew('email') && { emailKey: email && emailKey(email) }),
  };
}

/** A new user with every column, as the database will have them. */
export function wholeUser(row: typeof users.$inferInsert): UserRow {
  const columns = Object.entries(getTableColumns(users)) as [keyof UserRow, SQLiteColumn][];
  // No column of users has a default that the database computes.
  const filled = columns.map(([key, column]) => [key, row[key] ?? column.default ?? null]);
  return Object.fromEntries(filled) as UserRow;
}

/** Records under which id Stripe knows a user. */
export function setStripeCustomer(db: Db, userId: string, stripeCustomerId: string) {
  return db.write((orm) => orm.update(users).set({ stripeCustomerId }).where(eq(users.id, userId)));
}

/**
 * Changes the sign-in of a user whose password, email address and name are as they were read: the
 * password proves who asks, and a message goes to that address.
 */
export function changeSignIn(
  orm: Queryable,
  read: UserRow,
  changes: Partial<typeof users.$inferInsert>,
  ...guards: readonly (Guard | undefined)[]
) {
  const { password, email, fullName } = read;
  const stands = unchanged(users, { password, email, fullName });
  return orm
    .update(users)
    .set(withKeys(changes, read))
    .where(and(eq(users.id, read.id), stands, ...guards))
    .returning();
}

/** No reset link works any more. */
export const NO_RESET = { resetToken: null, resetTokenExpires: null };

/** No change of the email address waits for its proof any more, and none proves the present one. */
export const NO_PROOF = { pendingEmail: null, emailProof: null, emailProofExpires: null };

/** The user whose address a token proves at `now`, or null. */
export async function findUserByProof(
  orm: Queryable,
  tokenHash: string,
  now: number,
): Promise<UserRow | null> {
  const [row] = await orm
    .select()
    .from(users)
    .where(and(eq(users.emailProof, tokenHash), gt(users.emailProofExpires, now)));
  return row ?? null;
}

/** The write that changes a user who stands as they were read. Throws a unique violation. */
export function changeUser(
  orm: Queryable,
  read: UserRow,
  changes: Partial<typeof users.$inferInsert>,
  ...guards: readonly (Guard | undefined)[]
) {
  return orm
    .update(users)
    .set(withKeys(changes, read))
    .where(and(eq(users.id, read.id), unchanged(users, read), ...guards))
    .returning();
}

/** A guard: the user's password has that hash, which no other password has. */
export function hasPassword(id: string, hash: string): Guard {
  return sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.password} = ${hash})`;
}

/** The user whose password a reset token may change at `now`, or null. */
export async function findUserByResetToken(
  orm: Queryable,
  tokenHash: string,
  now: number,
): Promise<UserRow | null> {
  const [row] = await orm.select().from(users).where(holdsResetToken(tokenHash, now));
  return row ?? null;
}

/** A guard: the reset token has not expired at `now`, and is not of the emergency user. */
export function holdsResetToken(tokenHash: string, now: number) {
  return and(
    eq(users.resetToken, tokenHash),
    gt(users.resetTokenExpires, now),
    ne(users.id, EMERGENCY_USER),
  );
}
