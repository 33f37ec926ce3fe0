import { and, eq, getTableColumns, gt, isNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import type { Query } from '@/db/engine/queries';
import {
  type AuditWrite,
  type ConditionalWrite,
  entryOf,
  type Guard,
  insertRow,
  unchanged,
} from '@/db/guarded-batch';
import { houseAccounts, IS_LISTED, users } from '@/db/schema';
import { emailKey, mayBeEmail } from '@/domain/account/email';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { SIGNED_OUT_ROLES } from '@/domain/roles';
import { foldedName } from '@/domain/text';

export type UserRow = typeof users.$inferSelect;

/** Prefix of a deleted account's username. The account's ID follows. */
export const FORMER = 'former-';
/** Returns the username of a deleted account. */
export const formerName = (userId: string) => `${FORMER}${userId}`;

/** True if the account belongs to a customer and wasn't deleted. */
export const isPresentCustomer = (user: UserRow | null | undefined): user is UserRow =>
  user?.role === 'customer' && user.username !== formerName(user.id);

/** True if staff find the person in their list of customers: a customer or a guest. */
export const isListedCustomer = (user: UserRow | null | undefined): user is UserRow =>
  user?.role === 'guest' || isPresentCustomer(user);

/** Guards that the account belongs to a customer and wasn't deleted. */
/** Selects whom a customer's house account in use bills. */
export const selectBillTo = (orm: Queryable, userId: string) =>
  orm
    .select({ billTo: houseAccounts.billTo })
    .from(houseAccounts)
    .where(and(eq(houseAccounts.userId, userId), isNull(houseAccounts.endedAt)));

export const isStillCustomer = (id: string): Guard =>
  sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.role} = 'customer' and ${users.username} <> ${formerName(id)})`;

/** Guards that staff find the person in their list of customers. */
export const isStillListed = (id: string): Guard =>
  sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${IS_LISTED} and ${users.username} <> ${formerName(id)})`;

/** Selects a user by ID. */
export function selectUser(orm: Queryable, id: string | SQL) {
  return orm.select().from(users).where(eq(users.id, id));
}

/** Returns the user with this ID, or null. */
export async function findUserById(orm: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await selectUser(orm, id);
  return row ?? null;
}

type NameColumn = 'username' | 'email';
const KEYS = {
  username: { column: users.username, key: users.usernameKey, of: foldedName },
  email: { column: users.email, key: users.emailKey, of: emailKey },
} as const;

/** Checks that a user has this name, however it's spelled. */
function isSpelled(name: NameColumn, text: string): SQL {
  const { column, key, of } = KEYS[name];
  // An account without a name key is found by its own spelling, in upper or lower case.
  return sql`(${key} = ${of(text)} or lower(${column}) = lower(${text}))`;
}

/** Puts the exact spelling first, because accounts from before name keys may share a name. */
const bySpelling = (name: NameColumn, text: string) =>
  sql`${KEYS[name].column} is ${text} desc, lower(${KEYS[name].column}) is lower(${text}) desc`;

/** Selects the user with a username, however it's spelled. */
export function selectUserByUsername(orm: Queryable, username: string) {
  return selectSpelled(orm, 'username', username);
}

/** Returns the user with this username, or null. */
export async function findUserByUsername(
  orm: Queryable,
  username: string,
): Promise<UserRow | null> {
  const [row] = await selectUserByUsername(orm, username);
  return row ?? null;
}

/** Selects the user with an email address, however it's spelled. */
export function selectUserByEmail(orm: Queryable, email: string) {
  return selectSpelled(orm, 'email', email);
}

const selectSpelled = (orm: Queryable, name: NameColumn, text: string) =>
  orm.select().from(users).where(isSpelled(name, text)).orderBy(bySpelling(name, text)).limit(1);

/** Returns the user with this email address, or null. */
export async function findUserByEmail(orm: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await selectUserByEmail(orm, email);
  return row ?? null;
}

/**
 * Checks that a user is the one that a typed name refers to: first by email address, then by
 * username. Older usernames may contain an @.
 */
export function isNamed(name: string): SQL {
  const idOf = (column: NameColumn) =>
    sql`(select ${users.id} from ${users} where ${isSpelled(column, name)} order by ${bySpelling(column, name)} limit 1)`;
  const named = idOf('username');
  return sql`${users.id} = ${mayBeEmail(name) ? sql`coalesce(${idOf('email')}, ${named})` : named}`;
}

/** Selects the user with this username or email address. */
export function selectUserByName(orm: Queryable, name: string) {
  return orm.select().from(users).where(isNamed(name));
}

/** Returns the user with this username or email address, or null. */
export async function findUserByName(orm: Queryable, name: string): Promise<UserRow | null> {
  const [row] = await selectUserByName(orm, name);
  return row ?? null;
}

/**
 * Writes a user with the audit entry. Throws a unique violation if the username or email is taken.
 */
export function insertUser(
  db: Db,
  row: typeof users.$inferInsert,
  entry: AuditWrite,
): Promise<unknown> {
  return db.batch((orm) => [orm.insert(users).values(withKeys(row)), ...entryOf(orm, entry)]);
}

/** Returns statements that write a user, the audit entry, and a message, for use in a batch. */
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

/** Inserts a user if `onlyIf` is true. Fails if the username or email is taken. */
export const insertUserIf = (orm: Queryable, row: UserRow, onlyIf?: Guard) =>
  insertRow(orm, users, withKeys(row), { onlyIf }).returning({ id: users.id });

type Names = { username?: string | undefined; email?: string | null | undefined };

/**
 * Adds the keys of the names that change. A name that doesn't change keeps its key, or has none if another
 * account has the same name in a different spelling.
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

/** Returns a new user with every column as the database will store it. */
export function wholeUser(row: typeof users.$inferInsert): UserRow {
  const columns = Object.entries(getTableColumns(users)) as [keyof UserRow, SQLiteColumn][];
  // No column of users has a default that the database computes.
  const filled = columns.map(([key, column]) => [key, row[key] ?? column.default ?? null]);
  return Object.fromEntries(filled) as UserRow;
}

/** Stores the sentences that a user saw while setting up a recurring delivery. */
export const storeRecurringTerms = (orm: Queryable, id: string, recurringTerms: string[]) =>
  orm.update(users).set({ recurringTerms }).where(eq(users.id, id)).returning({ id: users.id });

/** Stores a user's Stripe customer ID. */
export function setStripeCustomer(db: Db, userId: string, stripeCustomerId: string) {
  return db.write((orm) => orm.update(users).set({ stripeCustomerId }).where(eq(users.id, userId)));
}

/**
 * Changes a user's sign-in if their password, email address, and name are unchanged since they were
 * read. The caller was verified with that password, and a message goes to that address.
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

/** Invalidates reset links. */
export const NO_RESET = { resetToken: null, resetTokenExpires: null };

/** Drops a pending email address and its verification link. */
export const NO_PROOF = {
  pendingEmail: null,
  pendingEmailBy: null,
  emailProof: null,
  emailProofExpires: null,
};

/** Returns the user whose address a token verifies at `now`, or null. */
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

/** Changes a user who is unchanged since they were read. Throws a unique violation. */
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

/** Guards that the user's password has this hash. Every hash has its own salt, so it's unique. */
export function hasPassword(id: string, hash: string): Guard {
  return sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.password} = ${hash})`;
}

/** Returns the user whose password a reset token can change at `now`, or null. */
export async function findUserByResetToken(
  orm: Queryable,
  tokenHash: string,
  now: number,
): Promise<UserRow | null> {
  const [row] = await orm.select().from(users).where(holdsResetToken(tokenHash, now));
  return row ?? null;
}

/** Guards that the reset token is valid at `now` and isn't the emergency user's. */
export function holdsResetToken(tokenHash: string, now: number) {
  return and(
    eq(users.resetToken, tokenHash),
    gt(users.resetTokenExpires, now),
    ne(users.id, EMERGENCY_USER),
    notInArray(users.role, [...SIGNED_OUT_ROLES]),
  );
}
