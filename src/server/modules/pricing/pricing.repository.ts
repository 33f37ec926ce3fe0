import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { fuelPrices } from '@/db/schema';

export type FuelPriceRow = typeof fuelPrices.$inferSelect;

/** The price that holds now: the newest row. */
export async function latestFuelPrice(orm: Queryable): Promise<FuelPriceRow | null> {
  const [row] = await orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(1);
  return row ?? null;
}

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
