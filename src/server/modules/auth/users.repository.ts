import { eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { users } from '@/db/schema';

export type UserRow = typeof users.$inferSelect;

export async function findUserById(orm: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await orm.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** By user name, ignoring case (D53). */
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

/** By email, ignoring case (D53). */
export async function findUserByEmail(orm: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await orm
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return row ?? null;
}

/** Throws a unique violation when the user name or email is taken. */
export function insertUser(db: Db, row: typeof users.$inferInsert): Promise<unknown> {
  return db.write((orm) => orm.insert(users).values(row));
}

export function setStripeCustomer(db: Db, userId: string, stripeCustomerId: string) {
  return db.write((orm) => orm.update(users).set({ stripeCustomerId }).where(eq(users.id, userId)));
}
