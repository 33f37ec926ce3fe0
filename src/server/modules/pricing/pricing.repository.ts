import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { perDb } from '@/db/per-db';
import { fuelPrices } from '@/db/schema';
import type { MarketPrices } from '@/domain/pricing/fuel';

export type FuelPriceRow = typeof fuelPrices.$inferSelect;

/** The price that holds now: the newest row. */
export async function latestFuelPrice(orm: Queryable): Promise<FuelPriceRow | null> {
  const [row] = await orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(1);
  return row ?? null;
}

/** The market prices that hold now, for every order; null when none was ever stored. */
export const readMarketPrices = perDb((db) => {
  const ask = db.remembered<MarketPrices>(
    sql`select regular_cents as "regularCents", premium_cents as "premiumCents" from ${fuelPrices} order by id desc limit 1`,
  );
  return async () => (await ask())[0] ?? null;
});

/** Stores the first price, if there is none at all. */
export function insertFirstPrice(db: Db, row: typeof fuelPrices.$inferInsert) {
  return db.write((orm) =>
    orm.run(
      sql`insert into ${fuelPrices} (regular_cents, premium_cents, zip_code, is_manual_override, updated_at) select ${row.regularCents}, ${row.premiumCents}, ${row.zipCode}, 0, ${row.updatedAt} where not exists (select 1 from ${fuelPrices})`,
    ),
  );
}

/** Stores prices that hold from now on. */
export async function insertPrice(
  orm: Queryable,
  row: typeof fuelPrices.$inferInsert,
): Promise<FuelPriceRow> {
  const [stored] = await orm.insert(fuelPrices).values(row).returning();
  if (!stored) throw new Error('the price was not written');
  return stored;
}

/** What the market said last, whatever staff set since. */
export async function latestMarketPrice(orm: Queryable): Promise<FuelPriceRow | null> {
  const [row] = await orm
    .select()
    .from(fuelPrices)
    .where(eq(fuelPrices.isManualOverride, false))
    .orderBy(desc(fuelPrices.id))
    .limit(1);
  return row ?? null;
}

/** The newest prices, newest first. */
export function recentPrices(orm: Queryable, limit: number): Promise<FuelPriceRow[]> {
  return orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(limit);
}
