import { and, eq } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { promoCodes } from '@/db/schema';

/** The code, if it puts a booking in test mode (D28). Codes are stored in capitals. */
export async function findTestPromo(orm: Queryable, code: string): Promise<string | null> {
  const [row] = await orm
    .select({ code: promoCodes.code })
    .from(promoCodes)
    .where(
      and(
        eq(promoCodes.code, code.toUpperCase()),
        eq(promoCodes.isActive, true),
        eq(promoCodes.testMode, true),
      ),
    );
  return row?.code ?? null;
}

/** Stores the codes of TEST_PROMO_CODES; what staff changed about a code stays. */
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
