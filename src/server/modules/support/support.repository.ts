import type { Queryable } from '@/db/client';
import { supportSettings } from '@/db/schema';

export type SupportRow = typeof supportSettings.$inferSelect;

export async function findSupport(orm: Queryable): Promise<SupportRow | null> {
  const [row] = await orm.select().from(supportSettings).limit(1);
  return row ?? null;
}
