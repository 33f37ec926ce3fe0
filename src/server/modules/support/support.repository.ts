import type { Queryable } from '@/db/client';
import { supportSettings } from '@/db/schema';

export type SupportRow = typeof supportSettings.$inferSelect;

/** The one row of support texts; none before staff save any. */
export function selectSupport(orm: Queryable) {
  return orm.select().from(supportSettings).limit(1);
}

export async function findSupport(orm: Queryable): Promise<SupportRow | null> {
  const [row] = await selectSupport(orm);
  return row ?? null;
}

/** Writes the only row of support texts. */
export function saveSupport(orm: Queryable, row: Omit<SupportRow, 'id'>) {
  return orm
    .insert(supportSettings)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: supportSettings.id, set: row });
}
