import { and, asc, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { users } from '@/db/schema';

/** Selects users' names by ID, with their stored name keys. */
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

/** True if a username has no name key yet, or shares another account's. */
export async function isUsernameWithoutKey(orm: Queryable): Promise<boolean> {
  const some = orm.select({ id: users.id }).from(users).where(isNull(users.usernameKey)).limit(1);
  return (await some).length > 0;
}

/** Selects the users without a name key, because another account has it. */
export function selectWithSharedName(orm: Queryable) {
  const { id, username, email, usernameKey, emailKey } = users;
  return orm
    .select({ id, username, email, usernameKey, emailKey })
    .from(users)
    .where(or(isNull(usernameKey), and(isNotNull(email), isNull(emailKey))))
    .orderBy(asc(id));
}

/**
 * Stores name keys for names that haven't changed since they were read. It skips keys that another
 * account has.
 */
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
