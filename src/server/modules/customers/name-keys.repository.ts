import { and, asc, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { users } from '@/db/schema';

/** The names of users in the order of their ids, with the keys that are stored for them. */
export function selectNames(orm: Queryable, afterId: string, limit: number) {
  const { id, username, email, usernameKey, emailKey } = users;
  return orm
    .select({ id, username, email, usernameKey, emailKey })
    .from(users)
    .where(gt(id, afterId))
    .orderBy(asc(id))
    .limit(limit);
}
export type Names = Awaited<ReturnType<typeof selectNames>>[number];

/** Whether a username has no key yet, or shares that of another account. */
export async function isUsernameWithoutKey(orm: Queryable): Promise<boolean> {
  const some = orm.select({ id: users.id }).from(users).where(isNull(users.usernameKey)).limit(1);
  return (await some).length > 0;
}

/** The users who lack a key, because another account has it. */
export function selectWithSharedName(orm: Queryable) {
  const { id, username, email, usernameKey, emailKey } = users;
  return orm
    .select({ id, username, email, usernameKey, emailKey })
    .from(users)
    .where(or(isNull(usernameKey), and(isNotNull(email), isNull(emailKey))))
    .orderBy(asc(id));
}

/** Stores keys for names that are still as they were read. One that another account has is left out. */
export function storeKeys(db: Db, wanted: readonly Names[]) {
  const list = JSON.stringify(wanted);
  return db.batch((orm) => [
    orm.run(sql`update or ignore users set username_key = one.value ->> 'usernameKey'
      from json_each(${list}) as one
      where users.id = one.value ->> 'id' and users.username = one.value ->> 'username'`),
    orm.run(sql`update or ignore users set email_key = one.value ->> 'emailKey'
      from json_each(${list}) as one
      where users.id = one.value ->> 'id' and users.email is one.value ->> 'email'`),
  ]);
}
