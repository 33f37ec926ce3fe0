import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { apiKeys } from '@/db/schema';

/** Selects a user's valid API keys. */
export function selectKeysOf(orm: Queryable, userId: string) {
  return orm
    .select({ id: apiKeys.id, name: apiKeys.name, scope: apiKeys.scope })
    .from(apiKeys)
    .where(and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt)));
}

/** Revokes a user's API keys. */
export function revokeKeysOf(orm: Queryable, userId: string, revokedAt: number, onlyIf?: Guard) {
  return orm
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt), onlyIf));
}
