import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, customerNotes, users } from '@/db/schema';
import { searchPattern } from '@/db/search-pattern';
import type { CustomerSort } from '@/domain/account/customer-sorts';
import { type Cents, NO_CENTS } from '@/domain/money';

export const CUSTOMER_PAGE_SIZE = 25;

/** The totals of a customer's appointments, without holds. */
export type CustomerTotals = {
  totalAppointments: number;
  /** The number of appointments that were not cancelled. */
  totalOrders: number;
  /** Payments less refunds and what was lost in disputes. */
  totalSpentCents: Cents;
  /** The date of the last completed appointment. */
  lastServiceDate: string | null;
  /** When the customer booked last. */
  lastOrderAt: number | null;
};

/** Each total reads only the index `appointments_user`, which holds every column named here. */
const TOTALS = {
  totalAppointments: sql<number>`count(*)`,
  totalOrders: sql<number>`sum(${appointments.status} <> 'cancelled')`,
  totalSpentCents: sql<Cents>`sum(${appointments.totalPaidCents} - ${appointments.refundedCents} - ${appointments.disputedCents})`,
  lastServiceDate: sql<
    string | null
  >`max(case when ${appointments.status} = 'completed' then ${appointments.date} end)`,
  lastOrderAt: sql<
    number | null
  >`max(case when ${appointments.status} <> 'cancelled' then ${appointments.createdAt} end)`,
};

function totalsOf(orm: Queryable, userIds: string[]) {
  return orm
    .select({ userId: appointments.userId, ...TOTALS })
    .from(appointments)
    .where(and(inArray(appointments.userId, userIds), isNull(appointments.holdExpiresAt)))
    .groupBy(appointments.userId);
}

const NOTHING: CustomerTotals = {
  totalAppointments: 0,
  totalOrders: 0,
  totalSpentCents: NO_CENTS,
  lastServiceDate: null,
  lastOrderAt: null,
};

const PERSON = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  email: users.email,
  phone: users.phone,
};

export type CustomerRow = {
  id: string;
  username: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
} & CustomerTotals;

function isCustomer(search?: string): SQL | undefined {
  const pattern = search && searchPattern(search);
  const matches = (column: (typeof PERSON)[keyof typeof PERSON]) =>
    sql`${column} like ${pattern} escape '\\'`;
  return and(
    eq(users.role, 'customer'),
    pattern
      ? or(
          matches(users.fullName),
          matches(users.username),
          matches(users.email),
          matches(users.phone),
        )
      : undefined,
  );
}

const SORTED_PEOPLE: Partial<Record<CustomerSort, SQL>> = {
  name: sql`lower(coalesce(${users.fullName}, ${users.username}))`,
  contact: sql`lower(coalesce(${users.email}, ${users.phone}, ''))`,
};
const SORTED_TOTALS: Partial<Record<CustomerSort, SQL>> = {
  orders: TOTALS.totalOrders,
  spent: TOTALS.totalSpentCents,
  lastOrder: TOTALS.lastOrderAt,
  status: sql`${TOTALS.totalOrders} > 0`,
};

/** One total of every customer, to sort the list by. */
function sortedTotal(orm: Queryable, value: SQL) {
  return orm
    .select({ userId: appointments.userId, value: value.as('value') })
    .from(appointments)
    .where(and(isNotNull(appointments.userId), isNull(appointments.holdExpiresAt)))
    .groupBy(appointments.userId)
    .as('sorted');
}

/** One page of customers, and the number of all. */
export async function listCustomers(
  orm: Queryable,
  filter: { search?: string; sort: CustomerSort; descending: boolean },
  page: number,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const where = isCustomer(filter.search);
  const byTotals = SORTED_TOTALS[filter.sort];
  const total = sortedTotal(orm, byTotals ?? TOTALS.totalOrders);
  const order = byTotals ? sql`coalesce(${total.value}, 0)` : SORTED_PEOPLE[filter.sort];

  const people = orm.select(PERSON).from(users).$dynamic();
  // Totals of all customers are read only when the order of the list depends on them.
  if (byTotals) people.leftJoin(total, eq(total.userId, users.id));
  const [found, [all]] = await Promise.all([
    people
      .where(where)
      .orderBy(...(order ? [filter.descending ? desc(order) : asc(order)] : []), asc(users.id))
      .limit(CUSTOMER_PAGE_SIZE)
      .offset((page - 1) * CUSTOMER_PAGE_SIZE),
    orm.select({ total: count() }).from(users).where(where),
  ]);
  return { rows: await withTotals(orm, found), total: all?.total ?? 0 };
}

/** Customers by id, after the given one: a way to read all of them, a stretch at a time. */
export async function customersAfter(
  orm: Queryable,
  after: string | null,
  limit: number,
): Promise<CustomerRow[]> {
  const found = await orm
    .select(PERSON)
    .from(users)
    // The plus keeps SQLite from gathering all customers by role first, to sort them by id.
    .where(and(sql`+${users.role} = 'customer'`, after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);
  return withTotals(orm, found);
}

/** One customer with their totals and address, or null. */
export async function findCustomer(orm: Queryable, id: string) {
  const [person] = await orm
    .select({ ...PERSON, address: users.address, createdAt: users.createdAt })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer')));
  const [row] = person ? await withTotals(orm, [person]) : [];
  return row ?? null;
}

async function withTotals<P extends { id: string }>(
  orm: Queryable,
  people: P[],
): Promise<(P & CustomerTotals)[]> {
  const ids = people.map((person) => person.id);
  const rows = ids.length > 0 ? await totalsOf(orm, ids) : [];
  const known = new Map(rows.map(({ userId, ...totals }) => [userId, totals]));
  return people.map((person) => ({ ...person, ...(known.get(person.id) ?? NOTHING) }));
}

/** The balance of all completed appointments of a customer, in cents. Tests owe nothing. */
export async function balanceOf(orm: Queryable, userId: string): Promise<Cents> {
  const [row] = await orm
    .select({ balance: sql<Cents>`coalesce(sum(${appointments.remainingBalanceCents}), 0)` })
    .from(appointments)
    // The plus keeps SQLite with the customer's appointments, few beside all completed ones.
    .where(and(eq(appointments.userId, userId), sql`+${appointments.status} = 'completed'`));
  return row?.balance ?? NO_CENTS;
}

export type NoteRow = typeof customerNotes.$inferSelect;

/** Notes about a customer, newest first. */
export function selectNotes(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(200);
}

/** Writes a note about a customer; no row where there is no such customer. */
export function insertNote(orm: Queryable, row: NoteRow) {
  const isKnown = sql`exists (select 1 from ${users} where ${users.id} = ${row.userId} and ${users.role} = 'customer')`;
  return insertRow(orm, customerNotes, row, { onlyIf: isKnown }).returning();
}

export function selectNote(orm: Queryable, id: string) {
  return orm.select().from(customerNotes).where(eq(customerNotes.id, id));
}

/** Removes a note; a row if it was there. */
export function deleteNote(orm: Queryable, id: string) {
  return orm.delete(customerNotes).where(eq(customerNotes.id, id)).returning();
}
