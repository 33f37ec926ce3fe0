import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, bulkParts, discounts, promoCodes } from '@/db/schema';

export type DiscountRow = typeof discounts.$inferSelect;

/** The customer who orders. The phone number and the email are fingerprints. */
export type DiscountCustomer = {
  userId: string | null;
  discountPhone: string | null;
  discountEmail: string | null;
};

/** Number of discounts per page of the list. */
export const DISCOUNT_PAGE_SIZE = 20;

/** Names a column of an appointment that counts as a use, inside a query of appointments. */
const used = (column: SQLiteColumn) => sql`used.${sql.identifier(column.name)}`;

/**
 * Counts the appointments that use a code, except cancelled ones and expired holds. A cancellation
 * that staff can still undo counts, because the appointment may return.
 */
function usesOf(code: string | SQL, now: number, also: SQL = sql``): SQL<number> {
  const undoable = sql`exists (select 1 from ${bulkParts} where ${bulkParts}.${sql.identifier(bulkParts.appointmentId.name)} = ${used(appointments.id)} and ${bulkParts}.${sql.identifier(bulkParts.keptUntil.name)} > ${now})`;
  const isHeld = sql`(${used(appointments.holdExpiresAt)} is null or ${used(appointments.holdExpiresAt)} > ${now})`;
  return sql<number>`(select count(*) from ${appointments} as used where ${used(appointments.promoCode)} = ${code} and ((${used(appointments.status)} <> 'cancelled' and ${isHeld}) or (${used(appointments.status)} = 'cancelled' and ${undoable}))${also})`;
}

/** Restricts uses to those of one customer: the same account, phone number, or email. */
const byCustomer = (customer: { [K in keyof DiscountCustomer]: DiscountCustomer[K] | SQL }) =>
  sql` and (${used(appointments.userId)} = ${customer.userId} or ${used(appointments.discountPhone)} = ${customer.discountPhone} or ${used(appointments.discountEmail)} = ${customer.discountEmail})`;

/** Selects a discount by its code in capitals, with its uses in total and by the customer. */
export function selectDiscount(
  orm: Queryable,
  code: string,
  { now, customer }: { now: number; customer: DiscountCustomer },
) {
  return orm
    .select({
      row: discounts,
      inAll: usesOf(code, now),
      byCustomer: usesOf(code, now, byCustomer(customer)),
    })
    .from(discounts)
    .where(eq(discounts.code, code));
}

/**
 * Guards that a new order can still use the discount as it was read. It's part of the order's own
 * statement, so two customers can't both get the last use.
 */
export function isDiscountLeft(
  { code, version, mostInAll, mostPerCustomer }: DiscountRow,
  { now, customer }: { now: number; customer: DiscountCustomer },
): SQL {
  const inAll = mostInAll === null ? sql`` : sql` and ${usesOf(code, now)} < ${mostInAll}`;
  const each =
    mostPerCustomer === null
      ? sql``
      : sql` and ${usesOf(code, now, byCustomer(customer))} < ${mostPerCustomer}`;
  return sql`(exists (select 1 from ${discounts} where ${discounts.code} = ${code} and ${discounts.version} = ${version} and ${discounts.isActive} = 1)${inAll}${each})`;
}

/**
 * A condition for a query of appointments: an appointment whose hold expired had no discount, or a
 * use of it is left.
 */
export function isDiscountLeftAgain(now: number): SQL {
  const own = (column: SQLiteColumn) => sql`${appointments}.${sql.identifier(column.name)}`;
  const terms = (column: SQLiteColumn) => sql`${discounts}.${sql.identifier(column.name)}`;
  const others = sql` and ${used(appointments.id)} <> ${own(appointments.id)}`;
  const theirs = byCustomer({
    userId: own(appointments.userId),
    discountPhone: own(appointments.discountPhone),
    discountEmail: own(appointments.discountEmail),
  });
  const code = own(appointments.promoCode);
  return sql`(${own(appointments.discount)} is null or not exists (select 1 from ${discounts} where ${terms(discounts.code)} = ${code} and (${usesOf(code, now, others)} >= ${terms(discounts.mostInAll)} or ${usesOf(code, now, sql`${others}${theirs}`)} >= ${terms(discounts.mostPerCustomer)})))`;
}

/** Selects a page of discounts with their uses, active and newer ones first. */
export function selectDiscounts(orm: Queryable, { page, now }: { page: number; now: number }) {
  const code = sql`${discounts}.${sql.identifier(discounts.code.name)}`;
  return orm
    .select({ row: discounts, uses: usesOf(code, now) })
    .from(discounts)
    .orderBy(desc(discounts.isActive), desc(discounts.createdAt), desc(discounts.code))
    .limit(DISCOUNT_PAGE_SIZE)
    .offset((page - 1) * DISCOUNT_PAGE_SIZE);
}

/** Selects the number of discounts. */
export const selectDiscountCount = (orm: Queryable) =>
  orm.select({ count: sql<number>`count(*)` }).from(discounts);

/** Selects a discount by its code in capitals. */
export const selectDiscountRow = (orm: Queryable, code: string) =>
  orm.select().from(discounts).where(eq(discounts.code, code));

/** Inserts a discount unless its code exists, as a discount or as a test code. */
export function insertDiscountIfNew(orm: Queryable, row: typeof discounts.$inferInsert) {
  const isNoTestCode = sql`not exists (select 1 from ${promoCodes} where ${promoCodes.code} = ${row.code})`;
  return insertRow(orm, discounts, row, {
    onlyIf: isNoTestCode,
    unlessKnown: discounts.code,
  }).returning();
}

/** Updates a discount if it's unchanged since it was read. */
export function changeDiscount(
  orm: Queryable,
  read: DiscountRow,
  changes: Partial<Omit<DiscountRow, 'code' | 'name' | 'version' | 'createdAt'>>,
) {
  return orm
    .update(discounts)
    .set({ ...changes, version: read.version + 1 })
    .where(and(eq(discounts.code, read.code), unchanged(discounts, read)))
    .returning();
}
