import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { photos } from '@/db/schema';

export type PhotoRow = typeof photos.$inferSelect;

export function insertPhoto(orm: Queryable, row: typeof photos.$inferInsert) {
  return orm.insert(photos).values(row);
}

export async function findPhoto(orm: Queryable, id: string): Promise<PhotoRow | null> {
  const [row] = await orm.select().from(photos).where(eq(photos.id, id));
  return row ?? null;
}
