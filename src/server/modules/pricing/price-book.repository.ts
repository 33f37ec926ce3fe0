import { asc, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { priceEntries } from '@/db/schema';

export type PriceEntryRow = typeof priceEntries.$inferSelect;

/** Selects every change of our own prices and fees, the oldest first. */
export function selectPriceBook(orm: Queryable) {
  return orm.select().from(priceEntries).orderBy(asc(priceEntries.id));
}

/** The price book as JSON text inside another query, for the prices that every booking reads. */
export const PRICE_BOOK_TEXT = sql`(select json_group_array(json_object('id', id, 'startsAt', starts_at, 'prices', json(prices), 'market', json(market), 'cancels', cancels)) from ${priceEntries})`;

/** Guards that this entry is still the newest. 0 means that there is none. */
function isNewestEntry(id: number): Guard {
  return sql`coalesce((select max(${priceEntries.id}) from ${priceEntries}), 0) = ${id}`;
}

/** Adds an entry. Returns no row if another one was added since the book was read. */
export function insertPriceEntryAfter(
  orm: Queryable,
  newestId: number,
  row: Omit<typeof priceEntries.$inferInsert, 'id'>,
) {
  return insertRow(orm, priceEntries, row, { onlyIf: isNewestEntry(newestId) }).returning();
}
