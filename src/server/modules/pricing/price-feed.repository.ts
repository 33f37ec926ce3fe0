import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { fuelPrices } from '@/db/schema';
import type { MarketPrices } from '@/domain/pricing/fuel';

/** Stores prices of the feed as the newest, in one statement; never over manual prices (D26). */
export async function insertFeedPrice(
  db: Db,
  row: MarketPrices & { zipCode: string; updatedAt: number },
): Promise<boolean> {
  const written = await db.write((orm) =>
    orm.all(
      sql`insert into ${fuelPrices} (regular_cents, premium_cents, zip_code, is_manual_override, updated_at) select ${row.regularCents}, ${row.premiumCents}, ${row.zipCode}, 0, ${row.updatedAt} where not exists (select 1 from ${fuelPrices} where is_manual_override = 1 and id = (select max(id) from ${fuelPrices})) returning id`,
    ),
  );
  return written.length === 1;
}

/** Confirms a price that is still the newest and not manual. */
export async function touchPrice(db: Db, id: number, updatedAt: number): Promise<boolean> {
  const isNewest = sql`not exists (select 1 from ${fuelPrices} as newer where newer.id > ${id})`;
  const touched = await db.write((orm) =>
    orm
      .update(fuelPrices)
      .set({ updatedAt })
      .where(and(eq(fuelPrices.id, id), eq(fuelPrices.isManualOverride, false), isNewest))
      .returning({ id: fuelPrices.id }),
  );
  return touched.length === 1;
}
