import { and, asc, desc, eq } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { promoCodes } from '@/db/schema';

/** The promo code, if it makes an appointment a test (D28). Codes are stored in capitals. */
export function selectTestPromo(orm: Queryable, code: string) {
  return orm
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .where(
      and(
        eq(promoCodes.code, code.toUpperCase()),
        eq(promoCodes.isActive, true),
        eq(promoCodes.testMode, true),
      ),
    );
}

/** Stores the codes of TEST_PROMO_CODES; changes by staff stay. */
export async function ensureTestPromos(
  db: Db,
  codes: readonly string[],
  now: number,
): Promise<void> {
  if (codes.length === 0) return;
  await db.write((orm) =>
    orm
      .insert(promoCodes)
      .values(codes.map((code) => ({ code, note: 'From TEST_PROMO_CODES', createdAt: now })))
      .onConflictDoNothing(),
  );
}

export type PromoRow = typeof promoCodes.$inferSelect;

/** Every code, active ones first. */
export function listPromos(orm: Queryable): Promise<PromoRow[]> {
  return orm
    .select()
    .from(promoCodes)
    .orderBy(desc(promoCodes.isActive), asc(promoCodes.code))
    .limit(500);
}

export async function findPromo(orm: Queryable, code: string): Promise<PromoRow | null> {
  const [row] = await orm.select().from(promoCodes).where(eq(promoCodes.code, code));
  return row ?? null;
}

/** Writes a new code; null where the code exists. */
export async function insertPromo(
  orm: Queryable,
  row: typeof promoCodes.$inferInsert,
): Promise<PromoRow | null> {
  const [written] = await orm.insert(promoCodes).values(row).onConflictDoNothing().returning();
  return written ?? null;
}

export async function updatePromo(
  orm: Queryable,
  code: string,
  changes: Partial<Pick<PromoRow, 'note' | 'isActive'>>,
): Promise<PromoRow | null> {
  const [row] = await orm
    .update(promoCodes)
    .set(changes)
    .where(eq(promoCodes.code, code))
    .returning();
  return row ?? null;
}
