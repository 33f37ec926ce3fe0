import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { perDb } from '@/db/per-db';
import { fuelPrices } from '@/db/schema';
import type { StoredMarket } from '@/domain/pricing/market-schedule';
import type { PriceBook } from '@/domain/pricing/price-book';
import { PRICE_BOOK_TEXT } from './price-book.repository';

export type FuelPriceRow = typeof fuelPrices.$inferSelect;

/** Selects the current price, which is the newest row. */
export function selectLatestPrice(orm: Queryable) {
  return orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(1);
}

/** Guards that this price is still current. Without a row, guards that no price was stored. */
export function isLatestPrice(row: FuelPriceRow | undefined): Guard {
  return sql`(select max(${fuelPrices.id}) from ${fuelPrices}) is ${row?.id ?? null}`;
}

/** The current market prices, or null if none were stored, and all changes of our own prices. */
type StoredPrices = { market: StoredMarket | null; book: PriceBook };

const newest = (column: string) =>
  sql`(select ${sql.identifier(column)} from ${fuelPrices} order by id desc limit 1)`;

/** Returns the facts for the prices of new orders, in one query. */
export const readStoredPrices = perDb((db) => {
  const ask = db.remembered<Partial<StoredMarket> & { book: string }>(
    sql`select ${newest('regular_cents')} as "regularCents", ${newest('premium_cents')} as "premiumCents", ${newest('set_at')} as "setAt", ${PRICE_BOOK_TEXT} as "book"`,
  );
  let parsed: { text: string; book: PriceBook } = { text: '[]', book: [] };
  return async (): Promise<StoredPrices> => {
    const [row] = await ask();
    const { regularCents, premiumCents, setAt = null, book: text = '[]' } = row ?? {};
    if (parsed.text !== text) parsed = { text, book: JSON.parse(text) };
    const isStored = typeof regularCents === 'number' && typeof premiumCents === 'number';
    return { market: isStored ? { regularCents, premiumCents, setAt } : null, book: parsed.book };
  };
});

/** Stores the first prices, unless there are some already. */
export function insertFirstPrice(db: Db, row: typeof fuelPrices.$inferInsert) {
  const onlyIf = isLatestPrice(undefined);
  return db.write((orm) => insertRow(orm, fuelPrices, row, { onlyIf }));
}

/** Stores the new current prices. Returns no row if the prices changed since they were read. */
export function insertPriceAfter(
  orm: Queryable,
  read: FuelPriceRow | undefined,
  row: typeof fuelPrices.$inferInsert,
) {
  return insertRow(orm, fuelPrices, row, { onlyIf: isLatestPrice(read) }).returning();
}

/** Selects the feed's last price, even if newer manual prices apply. */
export function selectLatestFeedPrice(orm: Queryable) {
  return orm
    .select()
    .from(fuelPrices)
    .where(eq(fuelPrices.isManualOverride, false))
    .orderBy(desc(fuelPrices.id))
    .limit(1);
}

/** Selects the newest prices, newest first. */
export function selectRecentPrices(orm: Queryable, limit: number) {
  return orm.select().from(fuelPrices).orderBy(desc(fuelPrices.id)).limit(limit);
}
