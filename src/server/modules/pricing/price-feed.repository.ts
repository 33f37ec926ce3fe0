import { and, eq, gt, not, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { fuelPrices, priceEntries } from '@/db/schema';
import type { MarketPrices } from '@/domain/pricing/fuel';

/**
 * True while a planned market price is in force: the last one that began by `now` (ms), unless other
 * prices were stored since. It's the rule of `scheduledMarket`.
 */
function isScheduled(now: number) {
  const cancelled = sql`select cancels from ${priceEntries} where cancels is not null`;
  const setAt = sql`(select coalesce(set_at, 0) from ${fuelPrices} order by id desc limit 1)`;
  return sql`exists (select 1 from ${priceEntries} where market is not null and starts_at <= ${now} and starts_at > coalesce(${setAt}, 0) and id not in (${cancelled}))`;
}

/**
 * Selects the current price if it needs no refresh: a manual or planned price, or one that was
 * confirmed after an instant (ms). The price `but` always needs one.
 */
export function selectPriceThatLasts(
  orm: Queryable,
  { now, after, but }: { now: number; after: number; but: MarketPrices | null },
) {
  const { id, regularCents, premiumCents, isManualOverride, updatedAt } = fuelPrices;
  const isOther = but
    ? not(sql`(${and(eq(regularCents, but.regularCents), eq(premiumCents, but.premiumCents))})`)
    : undefined;
  return orm
    .select({ id })
    .from(fuelPrices)
    .where(
      and(
        sql`${id} = (select max(${id}) from ${fuelPrices})`,
        or(eq(isManualOverride, true), isScheduled(now), and(gt(updatedAt, after), isOther)),
      ),
    );
}

/** Stores the feed's prices as the newest, unless manual or planned prices apply. */
export async function insertFeedPrice(
  db: Db,
  { now, ...row }: MarketPrices & { zipCode: string; now: number },
): Promise<boolean> {
  const onlyIf = sql`not ${isScheduled(now)} and not exists (select 1 from ${fuelPrices} where ${fuelPrices.isManualOverride} = 1 and ${fuelPrices.id} = (select max(${fuelPrices.id}) from ${fuelPrices}))`;
  const written = await db.write((orm) =>
    insertRow(orm, fuelPrices, { ...row, updatedAt: now, setAt: now }, { onlyIf }).returning({
      id: fuelPrices.id,
    }),
  );
  return written.length === 1;
}

/** Confirms a price if it's still the newest and isn't manual. */
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
