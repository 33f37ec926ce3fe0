import { LINE_COLUMNS, PRICE_LINES, type PriceColumns, type Quote } from './quote';

/** Converts a quote to the appointment's columns. */
export function toPriceColumns({ lines, totalCents }: Quote): PriceColumns {
  const columns = PRICE_LINES.map((line) => [LINE_COLUMNS[line], lines[line]]);
  return { ...(Object.fromEntries(columns) as PriceColumns), totalPriceCents: totalCents };
}
