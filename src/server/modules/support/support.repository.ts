import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { supportSettings } from '@/db/schema';

export type SupportRow = typeof supportSettings.$inferSelect;

/** Selects the only row of support texts, or no row before staff save any. */
export function selectSupport(orm: Queryable) {
  return orm.select().from(supportSettings).limit(1);
}

/**
 * Writes the only row of support texts if it's unchanged since it was read, or if there is none
 * yet.
 */
export function saveSupport(
  orm: Queryable,
  read: SupportRow | undefined,
  row: Omit<SupportRow, 'id'>,
) {
  if (read) {
    return orm.update(supportSettings).set(row).where(unchanged(supportSettings, read)).returning();
  }
  const first = { id: 1, ...row };
  return insertRow(orm, supportSettings, first, { unlessKnown: supportSettings.id }).returning();
}
