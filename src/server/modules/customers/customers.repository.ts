import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, customerNotes, users } from '@/db/schema';
import { searchPattern } from '@/db/search-pattern';
import type { CustomerSort } from '@/domain/account/customer-sorts';
import type { Cents } from '@/domain/money';

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
  totalAppointments: sql<number>`count(${appointments.userId})`,
  totalOrders: sql<number>`coalesce(sum(${appointments.status} <> 'cancelled'), 0)`,
  totalSpentCents: sql<Cents>`coalesce(sum(${appointments.totalPaidCents} - ${appointments.refundedCents} - ${appointments.disputedCents}), 0)`,
  lastServiceDate: sql<
    string | null
  >`max(case when ${appointments.status} = 'completed' then ${appointments.date} end)`,
  lastOrderAt: sql<
    number | null
  >`max(case when ${appointments.status} <> 'cancelled' then ${appointments.createdAt} end)`,
};

/** Joins the appointments of each of some users, which the totals are of. */
const isCounted = (userId: SQLWrapper) =>
  and(eq(appointments.userId, userId), isNull(appointments.holdExpiresAt));

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

type Filter = { search?: string; sort: CustomerSort; descending: boolean };

/** One page of customers, and the number of all: two queries for one read. */
export function selectCustomers(orm: Queryable, filter: Filter, page: number) {
  const where = isCustomer(filter.search);
  const byTotals = SORTED_TOTALS[filter.sort];
  const total = sortedTotal(orm, byTotals ?? TOTALS.totalOrders);
  const order = byTotals ? sql`coalesce(${total.value}, 0)` : SORTED_PEOPLE[filter.sort];

  const people = selectPeople(orm, order);
  // Totals of all customers are read only when the order of the list depends on them.
  if (byTotals) people.leftJoin(total, eq(total.userId, users.id));
  const direction = filter.descending ? desc : asc;
  const found = people
    .where(where)
    .orderBy(direction(sql`rank`), asc(users.id))
    .limit(CUSTOMER_PAGE_SIZE)
    .offset((page - 1) * CUSTOMER_PAGE_SIZE);
  return [
    withTotals(orm, found.as('page'), direction),
    orm.select({ total: count() }).from(users).where(where),
  ] as const;
}

/** People with what they are sorted by, before their totals are joined. */
const selectPeople = (orm: Queryable, rank: SQL = sql`null`) =>
  orm
    .select({ ...PERSON, rank: sql`${rank}`.as('rank') })
    .from(users)
    .$dynamic();

type People = ReturnType<ReturnType<typeof selectPeople>['as']>;

/** The totals of each of a page of people, in their order. */
function withTotals(orm: Queryable, page: People, direction: typeof asc) {
  const { id, username, fullName, email, phone, rank } = page;
  return orm
    .select({ id, username, fullName, email, phone, ...TOTALS })
    .from(page)
    .leftJoin(appointments, isCounted(id))
    .groupBy(id)
    .orderBy(direction(rank), asc(id));
}

/** Customers by id, after the given one: a way to read all of them, a stretch at a time. */
export function customersAfter(
  orm: Queryable,
  after: string | null,
  limit: number,
): Promise<CustomerRow[]> {
  const found = selectPeople(orm)
    // The plus keeps SQLite from gathering all customers by role first, to sort them by id.
    .where(and(sql`+${users.role} = 'customer'`, after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);
  return withTotals(orm, found.as('page'), asc);
}

/** One customer with their totals and address. */
export function selectCustomer(orm: Queryable, id: string) {
  return orm
    .select({ ...PERSON, address: users.address, createdAt: users.createdAt, ...TOTALS })
    .from(users)
    .leftJoin(appointments, isCounted(users.id))
    .where(and(eq(users.id, id), eq(users.role, 'customer')))
    .groupBy(users.id);
}

/** The balance of all completed appointments of a customer, in cents. Tests owe nothing. */
export function selectBalance(orm: Queryable, userId: string) {
  return (
    orm
      .select({ cents: sql<Cents>`coalesce(sum(${appointments.remainingBalanceCents}), 0)` })
      .from(appointments)
      // The plus keeps SQLite with the customer's appointments, few beside all completed ones.
      .where(and(eq(appointments.userId, userId), sql`+${appointments.status} = 'completed'`))
  );
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
