import { and, asc, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, customerNotes, userContactOrder, userNameOrder, users } from '@/db/schema';
import { isFoundCustomer, searchExpression } from '@/db/search-match';
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

/**
 * All totals of one user of the surrounding query. Joined and grouped they would be sorted, and a
 * server bills the rows of a sort as well.
 *
 * @param userId with the name of its table, which drizzle leaves out where there is one alone
 */
function totalsOf(userId: SQL) {
  const named = Object.entries(TOTALS).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`,
  );
  return totalOf(userId, sql`json_object(${sql.join(named, sql`, `)})`).mapWith(
    (text: string) => JSON.parse(text) as CustomerTotals,
  );
}

/** One of them. */
function totalOf(userId: SQL, total: SQL) {
  return sql`(select ${total} from ${appointments}
    where ${appointments.userId} = ${userId} and ${appointments.holdExpiresAt} is null)`;
}

const PERSON = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  email: users.email,
  phone: users.phone,
};

export type Person = {
  id: string;
  username: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
};
/** A customer as the queries give them. */
export type CustomerRow<P extends Person = Person> = { person: P; totals: CustomerTotals };

const isCustomer = (search?: string) => and(eq(users.role, 'customer'), says(search));

/** The customers whom a search finds; all where nothing is looked for. */
function says(search?: string): SQL | undefined {
  const expression = search ? searchExpression(search) : null;
  return expression === null ? undefined : isFoundCustomer(sql`${users.id}`, expression);
}

/** What a customer owes; the index `appointments_owed` holds nothing else. */
function owedOf(userId: SQL) {
  return sql<Cents>`(select coalesce(sum(${appointments.remainingBalanceCents}), 0) from ${appointments}
    where ${appointments.userId} = ${userId} and ${appointments.remainingBalanceCents} > 0)`;
}

/** What customers are sorted by; an index has them by name and by contact. */
const RANKS: Record<CustomerSort, SQL> = {
  name: userNameOrder,
  contact: userContactOrder,
  orders: totalOf(sql`${users}.id`, TOTALS.totalOrders),
  spent: totalOf(sql`${users}.id`, TOTALS.totalSpentCents),
  lastOrder: totalOf(sql`${users}.id`, TOTALS.lastOrderAt),
  status: totalOf(sql`${users}.id`, sql`${TOTALS.totalOrders} > 0`),
  balance: owedOf(sql`${users}.id`),
};

type Filter = { search?: string; sort: CustomerSort; descending: boolean };

/** One page of customers, and the number of all: two queries for one read. */
export function selectCustomers(orm: Queryable, filter: Filter, page: number) {
  const where = isCustomer(filter.search);
  const direction = filter.descending ? desc : asc;
  const found = selectPeople(orm, RANKS[filter.sort])
    .where(where)
    // In the direction of an index, which both have.
    .orderBy(direction(sql`rank`), direction(users.id))
    .limit(CUSTOMER_PAGE_SIZE)
    .offset((page - 1) * CUSTOMER_PAGE_SIZE);
  return [
    withTotals(orm, found.as('page'), direction),
    orm.select({ total: count() }).from(users).where(where),
  ] as const;
}

/** People with what they are sorted by, before their totals are read. */
const selectPeople = (orm: Queryable, rank: SQL = sql`null`) =>
  orm
    .select({ ...PERSON, rank: sql`${rank}`.as('rank') })
    .from(users)
    .$dynamic();

type People = ReturnType<ReturnType<typeof selectPeople>['as']>;

/** A page of people with their totals, in its order. */
function withTotals(orm: Queryable, page: People, direction: typeof asc) {
  const { id, username, fullName, email, phone, rank } = page;
  return orm
    .select({
      person: { id, username, fullName, email, phone },
      rank: sql<string>`${rank}`,
      totals: totalsOf(sql`page.id`),
      balanceCents: owedOf(sql`page.id`),
    })
    .from(page)
    .orderBy(direction(rank), direction(id));
}

/** Customers by id, after the given one: a way to read all of them, a stretch at a time. */
export function customersAfter(orm: Queryable, after: string | null | undefined, limit: number) {
  const found = selectPeople(orm)
    // The plus keeps SQLite from gathering all customers by role first, to sort them by id.
    .where(and(sql`+${users.role} = 'customer'`, after ? gt(users.id, after) : undefined))
    .orderBy(asc(users.id))
    .limit(limit);
  return withTotals(orm, found.as('page'), asc);
}

/** Where a customer stands in the list by name. */
export type NameCursor = { rank: string; id: string };

/** The next customers by name, all or those that a search finds, and the cursor of each. */
export function customersByName(
  orm: Queryable,
  { after, search }: { after: NameCursor | null; search?: string | undefined },
  limit: number,
) {
  // The first part begins where the last stretch ended; SQLite takes a pair of values as no range of an index.
  const isLater =
    after &&
    sql`${userNameOrder} >= ${after.rank} and (${userNameOrder} > ${after.rank} or ${users.id} > ${after.id})`;
  const found = selectPeople(orm, userNameOrder)
    .where(and(isCustomer(search), isLater ?? undefined))
    .orderBy(asc(sql`rank`), asc(users.id))
    .limit(limit);
  return withTotals(orm, found.as('page'), asc);
}

/** One customer with their totals and address. */
export function selectCustomer(orm: Queryable, id: string) {
  return orm
    .select({
      person: { ...PERSON, address: users.address, createdAt: users.createdAt },
      totals: totalsOf(sql`${users}.id`),
    })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer')));
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

/** Writes a note about a customer; no row where there is no such customer, or the note is there already. */
export function insertNote(orm: Queryable, row: NoteRow) {
  const isKnown = sql`exists (select 1 from ${users} where ${users.id} = ${row.userId} and ${users.role} = 'customer')`;
  const once = { onlyIf: isKnown, unlessKnown: customerNotes.id };
  return insertRow(orm, customerNotes, row, once).returning();
}

/** The note on a customer by its id; no row for an unknown one. */
export function selectNote(orm: Queryable, id: string) {
  return orm.select().from(customerNotes).where(eq(customerNotes.id, id));
}

/** Removes a note; a row if it was there. */
export function deleteNote(orm: Queryable, id: string) {
  return orm.delete(customerNotes).where(eq(customerNotes.id, id)).returning();
}
