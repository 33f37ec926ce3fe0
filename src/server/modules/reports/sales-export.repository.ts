import { and, asc, between, max, min, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import type { CalendarDate } from '@/domain/dates';

/** Spelled as in the index `appointments_report`, so that SQLite uses it. */
export const isSale = sql`${appointments.status} = 'completed' and ${appointments.testMode} = 0`;

/** Selects the first date with a completed delivery, or null. */
export const selectFirstSale = (orm: Queryable) =>
  orm
    .select({ date: min(appointments.date) })
    .from(appointments)
    .where(isSale);

/** Selects the last date with a completed delivery, or null. */
export const selectLastSale = (orm: Queryable) =>
  orm
    .select({ date: max(appointments.date) })
    .from(appointments)
    .where(isSale);

/**
 * Selects the completed deliveries in a range, by date. Test appointments don't count.
 * @param more further columns
 */
export function selectSales<More extends Record<string, SQL> = Record<never, SQL>>(
  orm: Queryable,
  first: CalendarDate,
  last: CalendarDate,
  more = {} as More,
) {
  const {
    date,
    createdAt,
    fuelType,
    actualGallonsTenths,
    smallIceBags,
    largeIceBags,
    fuelTotalCents,
    iceTotalCents,
    deliveryFeeCents,
    discountCents,
    discount,
    taxes,
  } = appointments;
  return orm
    .select({
      date,
      createdAt,
      fuelType,
      actualGallonsTenths,
      smallIceBags,
      largeIceBags,
      fuelTotalCents,
      iceTotalCents,
      deliveryFeeCents,
      discountCents,
      discount,
      taxes,
      ...more,
    })
    .from(appointments)
    .where(and(isSale, between(date, first, last)))
    .orderBy(asc(date));
}
export type SaleRow = Awaited<ReturnType<typeof selectSales>>[number];
