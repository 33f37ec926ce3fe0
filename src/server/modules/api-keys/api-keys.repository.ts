import { and, desc, eq, isNull, lt, ne, or, placeholder, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import type { Query } from '@/db/engine/queries';
import { abortUnless } from '@/db/request-db';
import { apiKeys, users } from '@/db/schema';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { lazy } from '@/server/config/lazy';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Inserts an API key and returns its row. */
export function insertApiKey(orm: Queryable, row: typeof apiKeys.$inferInsert) {
  return orm.insert(apiKeys).values(row).returning();
}

/** Lists every key with its creator's name, newest first. */
export function allApiKeys(orm: Queryable) {
  return orm
    .select({ key: apiKeys, username: users.username, fullName: users.fullName })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(500);
}

/** Returns a key that hasn't been revoked, with the user who created it, or null. */
export async function findKey(orm: Queryable, tokenHash: string) {
  const [row] = await orm
    .select({
      key: apiKeys,
      user: {
        id: users.id,
        username: users.username,
        fullName: users.fullName,
        role: users.role,
      },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(
      and(
        eq(apiKeys.tokenHash, tokenHash),
        isNull(apiKeys.revokedAt),
        ne(users.id, EMERGENCY_USER),
      ),
    );
  return row ?? null;
}

const standing = lazy(() =>
  compile(
    abortUnless(sql`exists (select 1 from ${apiKeys} join ${users} on ${eq(users.id, apiKeys.createdBy)}
      where ${apiKeys.id} = ${placeholder('id')} and ${apiKeys.revokedAt} is null
      and ${users.role} = ${placeholder('role')})`),
  ),
);

/** Aborts its batch unless the key is still valid and its user's role hasn't changed. */
export function keyIsStillValid({
  key: { id },
  user: { role },
}: NonNullable<Awaited<ReturnType<typeof findKey>>>): Query {
  return asQuery(standing()({ id, role }));
}

/** Records that a key was used, at most once every `everyMs` milliseconds. */
export function touchApiKey(db: Db, id: string, now: number, everyMs: number) {
  return db.write((orm) =>
    orm
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKeys.id, id),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now - everyMs)),
        ),
      ),
  );
}

/** Selects an API key by its ID. */
export function selectApiKey(orm: Queryable, id: string) {
  return orm.select().from(apiKeys).where(eq(apiKeys.id, id));
}

/** Revokes a key. Returns its row, or none if it was already revoked. */
export function revokeIfValid(orm: Queryable, id: string, now: number) {
  return orm
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
}
