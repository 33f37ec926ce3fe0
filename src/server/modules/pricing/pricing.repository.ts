import { desc } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { fuelPrices } from '@/db/schema';

export type FuelPriceRow = typeof fuelPrices.$inferSelect;

/** The price that holds now: the newest row. */
export async function latestFuelPrice(orm: Queryable): Promise<FuelPriceRow | null> {
  const [row] = await orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(1);
  return row ?? null;
}
