import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { appointments, taxEntries, taxExemptions } from '@/db/schema';
import { isStillCustomer } from '../auth/users.repository';
import { PRICE_BOOK_TEXT } from '../pricing/price-book.repository';

export type TaxEntryRow = typeof taxEntries.$inferSelect;

/** Selects every change of tax rates, the oldest first. */
export function selectTaxBook(orm: Queryable) {
  return orm.select().from(taxEntries).orderBy(asc(taxEntries.id));
}

/** Guards that this entry is still the newest. 0 means that there is none. */
function isNewestEntry(id: number): Guard {
  return sql`coalesce((select max(${taxEntries.id}) from ${taxEntries}), 0) = ${id}`;
}

/** Adds an entry. Returns no row if another one was added since the book was read. */
export function insertTaxEntryAfter(
  orm: Queryable,
  newestId: number,
  row: Omit<typeof taxEntries.$inferInsert, 'id'>,
) {
  return insertRow(orm, taxEntries, row, { onlyIf: isNewestEntry(newestId) }).returning();
}

const TAX_BOOK_TEXT = sql<string>`(select json_group_array(json_object('id', id, 'startsOn', starts_on, 'rates', json(rates), 'cancels', cancels)) from ${taxEntries})`;

/**
 * Selects what decides an appointment's tax, as JSON text in one row. Without any rates, the price
 * book isn't read.
 */
export function selectTaxFacts(orm: Queryable, appointmentId: string | SQL) {
  return orm
    .select({
      taxes: TAX_BOOK_TEXT,
      prices: sql<string>`case when exists (select 1 from ${taxEntries}) then ${PRICE_BOOK_TEXT} else '[]' end`,
      certificate: taxExemptions.certificate,
    })
    .from(appointments)
    .leftJoin(taxExemptions, eq(taxExemptions.userId, appointments.userId))
    .where(eq(appointments.id, appointmentId));
}
export type TaxFactsRow = Awaited<ReturnType<typeof selectTaxFacts>>[number];

/** Selects a customer's exemption. */
export const selectExemption = (orm: Queryable, userId: string) =>
  orm.select().from(taxExemptions).where(eq(taxExemptions.userId, userId));

type ExemptionRow = typeof taxExemptions.$inferInsert;

/** Adds the exemption of a customer who has none. Returns a row if it was added. */
export function insertExemption(orm: Queryable, row: ExemptionRow) {
  const once = { onlyIf: isStillCustomer(row.userId), unlessKnown: taxExemptions.userId };
  return insertRow(orm, taxExemptions, row, once).returning();
}

const isStill = (userId: string, certificate: string) =>
  and(eq(taxExemptions.userId, userId), eq(taxExemptions.certificate, certificate));

/** Replaces a certificate. Returns a row if it's still the one that was read. */
export const updateExemption = (orm: Queryable, before: string, row: ExemptionRow) =>
  orm.update(taxExemptions).set(row).where(isStill(row.userId, before)).returning();

/** Ends an exemption. Returns a row if its certificate is still the one that was read. */
export const deleteExemption = (orm: Queryable, userId: string, before: string) =>
  orm.delete(taxExemptions).where(isStill(userId, before)).returning();
