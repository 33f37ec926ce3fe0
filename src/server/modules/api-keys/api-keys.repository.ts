import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { apiKeys, users } from '@/db/schema';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

export function insertApiKey(orm: Queryable, row: typeof apiKeys.$inferInsert) {
  return orm.insert(apiKeys).values(row);
}

/** Every key with who made it, the newest first. */
export function allApiKeys(orm: Queryable) {
  return orm
    .select({ key: apiKeys, username: users.username, fullName: users.fullName })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(500);
}

/** A key that works, with the admin it acts for; null when it is unknown, revoked or orphaned. */
export async function findWorkingKey(orm: Queryable, tokenHash: string) {
  const [row] = await orm
    .select({
      key: apiKeys,
      user: { id: users.id, username: users.username, fullName: users.fullName },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(
      and(eq(apiKeys.tokenHash, tokenHash), isNull(apiKeys.revokedAt), eq(users.role, 'admin')),
    );
  return row ?? null;
}

/** Notes that a key was used, at most once in `every` ms. */
export function touchApiKey(db: Db, id: string, now: number, every: number) {
  return db.write((orm) =>
    orm
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKeys.id, id),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, now - every)),
        ),
      ),
  );
}

/** Ends a key; the row, or null when there is none that works. */
export async function revokeKey(
  orm: Queryable,
  id: string,
  now: number,
): Promise<ApiKeyRow | null> {
  const [row] = await orm
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
  return row ?? null;
}
