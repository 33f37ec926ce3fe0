import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { discounts, promoCodes } from '@/db/schema';

/**
 * The facts that decide whether a code works: the time (ms), and the only allowed codes, or null if
 * any may work.
 */
export type CodeRule = { now: number; allowed: readonly string[] | null };

/** Selects the promo code if it turns on test mode now. Codes are stored in capitals. */
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

/** Stores the codes from TEST_PROMO_CODES. Changes by staff are kept. */
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

/** Lists every code, active ones first. */
export function listPromos(orm: Queryable): Promise<PromoRow[]> {
  return orm
    .select()
    .from(promoCodes)
    .orderBy(desc(promoCodes.isActive), asc(promoCodes.code))
    .limit(500);
}

/** Selects a promo code, spelled in capitals. */
export function selectPromo(orm: Queryable, code: string) {
  return orm.select().from(promoCodes).where(eq(promoCodes.code, code));
}

/**
 * Inserts a code unless it exists, as a test code or as a discount. Returns its row if it was
 * inserted.
 */
export function insertPromoIfNew(orm: Queryable, row: typeof promoCodes.$inferInsert) {
  const isNoDiscount = sql`not exists (select 1 from ${discounts} where ${discounts.code} = ${row.code})`;
  return insertRow(orm, promoCodes, row, {
    onlyIf: isNoDiscount,
    unlessKnown: promoCodes.code,
  }).returning();
}

/** Updates a code if it's unchanged since it was read. */
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
