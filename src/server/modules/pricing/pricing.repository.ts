import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { perDb } from '@/db/per-db';
import { fuelPrices } from '@/db/schema';
import type { MarketPrices } from '@/domain/pricing/fuel';

export type FuelPriceRow = typeof fuelPrices.$inferSelect;

/** The price that holds now: the newest row. */
export function selectLatestPrice(orm: Queryable) {
  return orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(1);
}

/** A guard: that price still holds; without one, none was ever stored. */
export function isLatestPrice(row: FuelPriceRow | undefined): Guard {
  return sql`(select max(${fuelPrices.id}) from ${fuelPrices}) is ${row?.id ?? null}`;
}

/** The market prices that were read last, or null before the first. */
export async function latestFuelPrice(orm: Queryable): Promise<FuelPriceRow | null> {
  const [row] = await selectLatestPrice(orm);
  return row ?? null;
}

/** The present market prices; null before any was stored. */
export const readMarketPrices = perDb((db) => {
  const ask = db.remembered<MarketPrices>(
    sql`select regular_cents as "regularCents", premium_cents as "premiumCents" from ${fuelPrices} order by id desc limit 1`,
  );
  return async () => (await ask())[0] ?? null;
});

/** Stores the first prices, where there are none. */
export function insertFirstPrice(db: Db, row: typeof fuelPrices.$inferInsert) {
  const onlyIf = isLatestPrice(undefined);
  return db.write((orm) => insertRow(orm, fuelPrices, row, { onlyIf }));
}

/** Stores prices that apply from now on; no row where others than those read hold by now. */
export function insertPriceAfter(
  orm: Queryable,
  read: FuelPriceRow | undefined,
  row: typeof fuelPrices.$inferInsert,
) {
  return insertRow(orm, fuelPrices, row, { onlyIf: isLatestPrice(read) }).returning();
}

/** The last price of the feed, even below manual ones. */
export function selectLatestFeedPrice(orm: Queryable) {
  return orm
    .select()
    .from(fuelPrices)
    .where(eq(fuelPrices.isManualOverride, false))
    .orderBy(desc(fuelPrices.id))
    .limit(1);
}

/** The newest prices, newest first. */
export function recentPrices(orm: Queryable, limit: number): Promise<FuelPriceRow[]> {
  return orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(limit);
}
