import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { isOfPerson } from '@/db/person-appointments';
import {
  type AppointmentRow,
  appointments,
  customerNotes,
  customerTags,
  guestAppointments,
  IS_LISTED,
  userContactOrder,
  userNameOrder,
  users,
} from '@/db/schema';
import { isFoundCustomer, searchExpression } from '@/db/search-match';
import type { CustomerSort } from '@/domain/account/customer-sorts';
import { DRIVER_NOTES, TAGS } from '@/domain/account/customers';
import { foldedText } from '@/domain/folding';
import type { Cents } from '@/domain/money';
import type { Role } from '@/domain/roles';
import { isStillListed } from '../auth/users.repository';
import { IS_OPEN } from '../boats/belongings.repository';

export const CUSTOMER_PAGE_SIZE = 25;

/** The totals of a customer's appointments, without holds. */
export type CustomerTotals = {
  totalAppointments: number;
  /** Number of appointments that weren't cancelled. */
  totalOrders: number;
  /** Payments minus refunds and lost disputes. */
  totalSpentCents: Cents;
  /** The date of the last completed appointment. */
  lastServiceDate: string | null;
  /** The time of the last booking (ms). */
  lastOrderAt: number | null;
};

/** Each total reads only the index `appointments_user`, which contains every column named here. */
const TOTALS = {
  totalAppointments: sql<number>`count(${appointments.createdAt})`,
  totalOrders: sql<number>`coalesce(sum(${appointments.status} <> 'cancelled'), 0)`,
  totalSpentCents: sql<Cents>`coalesce(sum(${appointments.totalPaidCents} - ${appointments.refundedCents} - ${appointments.disputedCents}), 0)`,
  lastServiceDate: sql<
    string | null
  >`max(case when ${appointments.status} = 'completed' then ${appointments.date} end)`,
  lastOrderAt: sql<
    number | null
  >`max(case when ${appointments.status} <> 'cancelled' then ${appointments.createdAt} end)`,
};

/** A person in the outer query: an ID and a role. */
type PersonColumns = { id: SQL; role: SQL };
const OF_USERS: PersonColumns = { id: sql`${users}.id`, role: sql`${users}.role` };

/**
 * Selects all totals of one person in the outer query. A join with grouping would have to sort, and
 * hosted databases also bill for sorted rows.
 * @param person the columns with their table's name, which drizzle omits in queries of a single table
 */
function totalsOf(person: PersonColumns) {
  const named = Object.entries(TOTALS).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`,
  );
  return totalOf(person, sql`json_object(${sql.join(named, sql`, `)})`).mapWith(
    (text: string) => JSON.parse(text) as CustomerTotals,
  );
}

/** Selects one total. A guest's appointments are few, so they don't need a covering index. */
function totalOf({ id, role }: PersonColumns, total: SQL) {
  return sql`case when ${role} = 'guest' then (select ${total} from ${ofGuest(id)}
      where ${appointments.holdExpiresAt} is null)
    else (select ${total} from ${appointments}
      where ${appointments.userId} = ${id} and ${appointments.holdExpiresAt} is null) end`;
}

/** A guest's appointments. The cross join makes SQLite start with the guest. */
const ofGuest = (guestId: SQL) =>
  sql`(select appointment_id from ${guestAppointments} where ${guestAppointments.guestId} = ${guestId}) as own
    cross join ${appointments} on ${appointments.id} = own.appointment_id`;

const PERSON = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  email: sql<string | null>`coalesce(${users.email}, ${users.guestEmail})`.as('email'),
  phone: users.phone,
  role: users.role,
};

export type Person = {
  id: string;
  username: string;
  fullName: string | null;
  email: string | null;
  phone: string | null;
  role: Role;
};
/** A customer as the queries return them. */
export type CustomerRow<P extends Person = Person> = { person: P; totals: CustomerTotals };

/** The customers in a list. Without a search or a tag, all of them. */
type Wanted = { search?: string | undefined; tag?: string | undefined };

const isWanted = ({ search, tag }: Wanted) =>
  and(says(search), tag === undefined ? undefined : hasTag(tag));

const isCustomer = (wanted: Wanted) => and(IS_LISTED, isWanted(wanted));

const hasTag = (tag: string) =>
  sql`${users.id} in (select ${customerTags.userId} from ${customerTags} where ${customerTags.tagKey} = ${foldedText(tag)})`;

/** Selects a customer's tags, in alphabetical order. */
const tagsOf = (userId: SQL) =>
  sql`(select json_group_array(${customerTags.tag}) from ${customerTags} where ${customerTags.userId} = ${userId})`.mapWith(
    (text: string) => (JSON.parse(text) as string[]).sort(byKey),
  );

/** Compares tags like the index on their keys. */
const byKey = (a: string, b: string) => (foldedText(a) < foldedText(b) ? -1 : 1);

/** Matches the customers that a search finds, or all if the search is empty. */
function says(search?: string): SQL | undefined {
  const expression = search ? searchExpression(search) : null;
  return expression === null ? undefined : isFoundCustomer(sql`${users.id}`, expression);
}

/**
 * Selects a customer's balance. The index `appointments_owed` contains only unpaid appointments.
 */
function owedOf({ id, role }: PersonColumns) {
  const owed = sql`select coalesce(sum(${appointments.remainingBalanceCents}), 0)`;
  return sql<Cents>`case when ${role} = 'guest' then (${owed} from ${ofGuest(id)})
    else (${owed} from ${appointments}
      where ${appointments.userId} = ${id} and ${appointments.remainingBalanceCents} > 0) end`;
}

/** The sort orders of the list. Indexes cover the name and the contact. */
const RANKS: Record<CustomerSort, SQL> = {
  name: userNameOrder,
  contact: userContactOrder,
  orders: totalOf(OF_USERS, TOTALS.totalOrders),
  spent: totalOf(OF_USERS, TOTALS.totalSpentCents),
  lastOrder: totalOf(OF_USERS, TOTALS.lastOrderAt),
  status: totalOf(OF_USERS, sql`${TOTALS.totalOrders} > 0`),
  balance: owedOf(OF_USERS),
};

type Filter = Wanted & { sort: CustomerSort; descending: boolean };

/** Selects one page of customers and their total number, as two queries for one read. */
export function selectCustomers(orm: Queryable, filter: Filter, page: number) {
  const where = isCustomer(filter);
  const direction = filter.descending ? desc : asc;
  const found = selectPeople(orm, RANKS[filter.sort])
    .where(where)
    // Both columns have the same direction, so that the index can be used.
    .orderBy(direction(sql`rank`), direction(users.id))
    .limit(CUSTOMER_PAGE_SIZE)
    .offset((page - 1) * CUSTOMER_PAGE_SIZE);
  return [
    withTotals(orm, found.as('page'), direction),
    // The index of the roles alone has what the count needs.
    orm
      .select({ total: count() })
      .from(users)
      .where(and(inArray(users.role, ['customer', 'guest']), isWanted(filter))),
  ] as const;
}

/** Selects people with their sort value, before their totals are read. */
const selectPeople = (orm: Queryable, rank: SQL = sql`null`) =>
  orm
    .select({ ...PERSON, rank: sql`${rank}`.as('rank') })
    .from(users)
    .$dynamic();

type People = ReturnType<ReturnType<typeof selectPeople>['as']>;

/** Adds the totals to a page of people, in the same order. */
function withTotals(orm: Queryable, page: People, direction: typeof asc) {
  const { id, username, fullName, email, phone, role, rank } = page;
  const person = { id: sql`page.id`, role: sql`page.role` };
  return orm
    .select({
      person: { id, username, fullName, email, phone, role },
      rank: sql<string>`${rank}`,
      totals: totalsOf(person),
      balanceCents: owedOf(person),
      tags: tagsOf(sql`page.id`),
    })
    .from(page)
    .orderBy(direction(rank), direction(id));
}

/**
 * Selects customers by ID, after the given one, so that a caller can read all of them in batches.
 */
export function customersAfter(orm: Queryable, after: string | null | undefined, limit: number) {
  const found = selectPeople(orm)
    // The plus sign keeps SQLite from first collecting all customers by role and then sorting them
    // by ID.
    .where(and(sql`+${users.role} = 'customer'`, after ? gt(users.id, after) : undefined))
    .orderBy(asc(users.id))
    .limit(limit);
  return withTotals(orm, found.as('page'), asc);
}

/** A customer's position in the list by name. */
export type NameCursor = { rank: string; id: string };

/**
 * Selects the next customers by name, either all or those a search finds, with the cursor of each.
 */
export function customersByName(
  orm: Queryable,
  { after, ...wanted }: { after: NameCursor | null } & Wanted,
  limit: number,
) {
  // The first condition lets SQLite start at the cursor, because it can't use a pair of values as
  // an index range.
  const isLater =
    after &&
    sql`${userNameOrder} >= ${after.rank} and (${userNameOrder} > ${after.rank} or ${users.id} > ${after.id})`;
  const found = selectPeople(orm, userNameOrder)
    .where(and(isCustomer(wanted), isLater ?? undefined))
    .orderBy(asc(sql`rank`), asc(users.id))
    .limit(limit);
  return withTotals(orm, found.as('page'), asc);
}

/** Selects one customer with their totals and address. */
export function selectCustomer(orm: Queryable, id: string) {
  return orm
    .select({
      person: {
        ...PERSON,
        address: users.address,
        pendingEmail: users.pendingEmail,
        createdAt: users.createdAt,
      },
      totals: totalsOf(OF_USERS),
      balanceCents: owedOf(OF_USERS),
      tags: tagsOf(sql`${users}.id`),
    })
    .from(users)
    .where(and(eq(users.id, id), IS_LISTED));
}

type Contact = {
  fullName?: string | null | undefined;
  phone?: string | null | undefined;
  guestEmail?: string | null | undefined;
};

/** Corrects the contact details on open appointments that have the person's old ones. */
export function correctingContact(
  before: { id: string } & Required<Contact>,
  { fullName, phone, guestEmail }: Contact,
  updatedAt: number,
): (ConditionalWrite | null)[] {
  const { customerName, customerPhone, customerEmail } = appointments;
  const corrected = (
    column: SQLiteColumn,
    name: string,
    was: string | null,
    is: string | null | undefined,
  ) =>
    is && was && is !== was
      ? tellingPerson(eq(column, was), before.id, { [name]: is, updatedAt })
      : null;
  return [
    corrected(customerName, 'customerName', before.fullName ?? null, fullName),
    corrected(customerPhone, 'customerPhone', before.phone ?? null, phone),
    corrected(customerEmail, 'customerEmail', before.guestEmail ?? null, guestEmail),
  ];
}

/** Changes the open appointments of a customer or a guest. */
const tellingPerson =
  (isFor: Guard, personId: string, told: Partial<AppointmentRow>): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(appointments)
      .set(told)
      .where(and(isOfPerson(personId), isFor, IS_OPEN, onlyIf));

export type NoteRow = typeof customerNotes.$inferSelect;

/** Selects the notes about a customer, newest first. */
export function selectNotes(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(200);
}

/**
 * Inserts a note about a customer. Returns no row if the customer is unknown, if the note already
 * exists, or if it's for the driver and there are too many of those.
 */
export function insertNote(orm: Queryable, row: NoteRow) {
  const isKnown = isStillListed(row.userId);
  const ofDriver = sql`(select count(*) from ${customerNotes} where ${customerNotes.userId} = ${row.userId} and ${customerNotes.forDriver} = 1)`;
  const onlyIf = row.forDriver ? sql`${isKnown} and ${ofDriver} < ${DRIVER_NOTES.count}` : isKnown;
  const once = { onlyIf, unlessKnown: customerNotes.id };
  return insertRow(orm, customerNotes, row, once).returning();
}

/** Selects a note by its ID. */
export function selectNote(orm: Queryable, id: string) {
  return orm.select().from(customerNotes).where(eq(customerNotes.id, id));
}

/** Deletes a note. Returns a row if it existed. */
export function deleteNote(orm: Queryable, id: string) {
  return orm.delete(customerNotes).where(eq(customerNotes.id, id)).returning();
}

/** Lets the drivers' devices read the customer's open deliveries again. */
export const showingDrivers = (userId: string, updatedAt: number) =>
  tellingPerson(sql`true`, userId, { updatedAt });

/** Selects the tags of one customer, in alphabetical order. */
export function selectTagsOf(orm: Queryable, userId: string) {
  return orm
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(eq(customerTags.userId, userId))
    .orderBy(asc(customerTags.tagKey));
}

/** Maximum number of tags in the list's filter. */
const TAGS_LISTED = 200;

/** Selects all tags in use, each in one of its spellings, with the number of customers. */
export function selectTags(orm: Queryable) {
  return orm
    .select({ tag: sql<string>`min(${customerTags.tag})`, customers: count() })
    .from(customerTags)
    .groupBy(customerTags.tagKey)
    .orderBy(asc(customerTags.tagKey))
    .limit(TAGS_LISTED);
}

/**
 * Inserts a tag. Returns no row if the customer is unknown, has it already, or has too many.
 */
export function insertTag(orm: Queryable, row: typeof customerTags.$inferInsert) {
  const isKnown = isStillListed(row.userId);
  const hasFewer = sql`(select count(*) from ${customerTags} where ${customerTags.userId} = ${row.userId}) < ${TAGS.count}`;
  return insertRow(orm, customerTags, row, {
    onlyIf: sql`${isKnown} and ${hasFewer}`,
    unlessKnown: [customerTags.userId, customerTags.tagKey],
  }).returning();
}

/** Deletes a tag. Returns a row if the customer had it. */
export function deleteTag(orm: Queryable, userId: string, tag: string) {
  return orm
    .delete(customerTags)
    .where(and(eq(customerTags.userId, userId), eq(customerTags.tagKey, foldedText(tag))))
    .returning();
}
