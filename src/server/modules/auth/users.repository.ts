import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { users } from '@/db/schema';

export type UserRow = typeof users.$inferSelect;

export function selectUser(orm: Queryable, id: string) {
  return orm.select().from(users).where(eq(users.id, id));
}

export async function findUserById(orm: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await selectUser(orm, id);
  return row ?? null;
}

/** The user with a username, ignoring case (D53). */
export async function findUserByUsername(
  orm: Queryable,
  username: string,
): Promise<UserRow | null> {
  const [row] = await orm
    .select()
    .from(users)
    .where(sql`lower(${users.username}) = ${username.toLowerCase()}`);
  return row ?? null;
}

/** The user with an e-mail address, ignoring case (D53). */
export async function findUserByEmail(orm: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await orm
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return row ?? null;
}

/** Throws a unique violation when the username or e-mail is taken. */
export function insertUser(db: Db, row: typeof users.$inferInsert): Promise<unknown> {
  return db.write((orm) => orm.insert(users).values(row));
}

export function setStripeCustomer(db: Db, userId: string, stripeCustomerId: string) {
  return db.write((orm) => orm.update(users).set({ stripeCustomerId }).where(eq(users.id, userId)));
}

/** Changes a user; gives the changed row, or null where there is none. Throws a unique violation. */
export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow | null> {
  const [row] = await db.write((orm) =>
    orm.update(users).set(changes).where(eq(users.id, id)).returning(),
  );
  return row ?? null;
}

/** Replaces the password that hashes to `currentHash`; null when it was changed meanwhile. */
export async function replacePassword(
  orm: Queryable,
  id: string,
  currentHash: string,
  changes: { password: string; updatedAt: number },
): Promise<UserRow | null> {
  const [row] = await orm
    .update(users)
    .set({ ...changes, resetToken: null, resetTokenExpires: null })
    .where(and(eq(users.id, id), eq(users.password, currentHash)))
    .returning();
  return row ?? null;
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

/** Sets a password and uses the reset token up: a second call with it gives null. */
export async function resetPasswordOf(
  orm: Queryable,
  tokenHash: string,
  now: number,
  password: string,
): Promise<UserRow | null> {
  const [row] = await orm
    .update(users)
    .set({ password, resetToken: null, resetTokenExpires: null, updatedAt: now })
    .where(holdsResetToken(tokenHash, now))
    .returning();
  return row ?? null;
}

/** Stores a reset token with the user of an e-mail address; null where there is none. */
export async function storeResetToken(
  orm: Queryable,
  email: string,
  reset: { resetToken: string; resetTokenExpires: number },
): Promise<UserRow | null> {
  const [row] = await orm
    .update(users)
    .set(reset)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
    .returning();
  return row ?? null;
}

function holdsResetToken(tokenHash: string, now: number) {
  return and(eq(users.resetToken, tokenHash), gt(users.resetTokenExpires, now));
}
