import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { promoCodes } from '@/db/schema';

/** What decides whether a code works: the time (ms), and the only codes that may; null for any. */
export type CodeRule = { now: number; allowed: readonly string[] | null };

/** The promo code, if it makes an appointment a test now. Codes are stored in capitals. */
export function selectTestPromo(orm: Queryable, code: string, { now, allowed }: CodeRule) {
  return orm
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .where(
      and(
        eq(promoCodes.code, code.toUpperCase()),
        allowed ? inArray(promoCodes.code, [...allowed]) : undefined,
        or(isNull(promoCodes.expiresAt), gt(promoCodes.expiresAt, now)),
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

/** The promo code as it is spelled, in capitals; no row for an unknown one. */
export function selectPromo(orm: Queryable, code: string) {
  return orm.select().from(promoCodes).where(eq(promoCodes.code, code));
}

/** Writes a code unless it is known; a row if it was written. */
export function insertPromoIfNew(orm: Queryable, row: typeof promoCodes.$inferInsert) {
  return insertRow(orm, promoCodes, row, { unlessKnown: promoCodes.code }).returning();
}

/** Changes a code that stands as it was read. */
export function changePromo(
  orm: Queryable,
  read: PromoRow,
  changes: Partial<Pick<PromoRow, 'note' | 'isActive' | 'expiresAt'>>,
) {
  return orm
    .update(promoCodes)
    .set(changes)
    .where(and(eq(promoCodes.code, read.code), unchanged(promoCodes, read)))
    .returning();
}
