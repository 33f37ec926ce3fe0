import { and, asc, desc, eq, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { isOfRecord } from '@/db/person-appointments';
import {
  accountDeliveries,
  accountPayments,
  appointments,
  charges,
  houseAccounts,
  invoiceLines,
  invoiceSends,
  invoices,
  outbox,
  users,
} from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { type Cents, NO_CENTS, plus } from '@/domain/money';
import { SETTLED_CHARGE_STATES } from '@/domain/payment/charge';
import { isStillCustomer } from '../auth/users.repository';

export type HouseAccountRow = typeof houseAccounts.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type SendRow = typeof invoiceSends.$inferInsert;

/** Maximum number of payments that the customer's page shows, newest first. */
const SHOWN = 60;
/** The number of invoices on a page of the customer's page. */
export const INVOICE_PAGE_SIZE = 12;
/** The number of lines on a page of invoices to send, and of overdue ones. */
export const BILLING_PAGE_SIZE = 25;
/** Maximum number of deliveries on an invoice, and of those that one payment pays. */
export const MOST_DELIVERIES = 500;

export const selectHouseAccount = (orm: Queryable, userId: string) =>
  orm.select().from(houseAccounts).where(eq(houseAccounts.userId, userId));

export const insertHouseAccount = (orm: Queryable, row: HouseAccountRow) =>
  insertRow(orm, houseAccounts, row, {
    onlyIf: isStillCustomer(row.userId),
    unlessKnown: houseAccounts.userId,
  }).returning();

/** Changes an account that's still as it was read. */
export const updateHouseAccount = (
  orm: Queryable,
  userId: string,
  readChange: number,
  changes: Partial<HouseAccountRow>,
) =>
  orm
    .update(houseAccounts)
    .set(changes)
    .where(and(eq(houseAccounts.userId, userId), eq(houseAccounts.updatedAt, readChange)))
    .returning();

/**
 * Asks for cards for the open deliveries without one once an account ends, and stops asking while
 * it's in use.
 */
export const askingForCards =
  (userId: string, isEnded: boolean): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(appointments)
      .set({ paymentMethod: isEnded ? 'card' : 'invoice' })
      .where(
        and(
          eq(appointments.userId, userId),
          notInArray(appointments.status, [...CLOSED_STATUSES]),
          isNull(appointments.holdExpiresAt),
          eq(appointments.paymentMethodStored, false),
          eq(appointments.testMode, false),
          onlyIf,
        ),
      );

const IS_SETTLED = sql`${charges.state} in (${sql.join(
  SETTLED_CHARGE_STATES.map((state) => sql.raw(`'${state}'`)),
  sql`, `,
)})`;
const RECEIVED = sql`coalesce(${charges.receivedCents}, ${charges.amountCents}) - ${charges.refundedCents}`;
/** The current cost of a delivery. A charge in review isn't decided yet. */
const CLAIM = sql`sum(case when ${IS_SETTLED} then ${RECEIVED}
  when ${charges.state} = 'held' then 0 else ${charges.amountCents} end)`;
const BILLED = sql`coalesce((select sum(${invoiceLines.amountCents}) from ${invoiceLines}
  where ${invoiceLines.appointmentId} = ${accountDeliveries.appointmentId}), 0)`;

const BILLED_TAX = sql`coalesce((select sum(${invoiceLines.taxCents}) from ${invoiceLines}
  where ${invoiceLines.appointmentId} = ${accountDeliveries.appointmentId}), 0)`;

const IS_BILLED = sql`exists (select 1 from ${invoiceLines}
  where ${invoiceLines.appointmentId} = ${accountDeliveries.appointmentId})`;
const UNBILLED_CENTS = sql<Cents>`${CLAIM} - ${BILLED}`.as('unbilled_cents');
const UNBILLED_TAX =
  sql<Cents>`coalesce(${appointments.taxes} ->> 'taxCents', 0) - ${BILLED_TAX}`.as('unbilled_tax');
/** A correction may change only the tax in the same total. Those lines come last. */
const IS_UNBILLED = sql`unbilled_cents <> 0 or (unbilled_tax <> 0 and ${IS_BILLED})`;
const unbilledOrder = () => [
  sql`unbilled_cents = 0`,
  asc(appointments.date),
  asc(accountDeliveries.appointmentId),
];

/** Selects what isn't billed yet: new deliveries, and what corrections changed about billed ones. */
export function selectUnbilled(orm: Queryable, userId: string, through: CalendarDate) {
  return orm
    .select({
      appointmentId: accountDeliveries.appointmentId,
      publicCode: appointments.publicCode,
      date: appointments.date,
      location: appointments.location,
      slipNumber: appointments.slipNumber,
      // A delivery that was credited in full was billed too.
      isBilled: IS_BILLED.mapWith(Boolean),
      amountCents: UNBILLED_CENTS,
      taxCents: UNBILLED_TAX,
    })
    .from(accountDeliveries)
    .innerJoin(appointments, eq(appointments.id, accountDeliveries.appointmentId))
    .innerJoin(charges, eq(charges.appointmentId, accountDeliveries.appointmentId))
    .where(and(eq(accountDeliveries.userId, userId), lte(appointments.date, through)))
    .groupBy(accountDeliveries.appointmentId)
    .having(IS_UNBILLED)
    .orderBy(...unbilledOrder())
    .limit(MOST_DELIVERIES);
}
export type UnbilledRow = Awaited<ReturnType<typeof selectUnbilled>>[number];

/** Guards that exactly this is unbilled. */
export function isUnbilled(
  orm: Queryable,
  userId: string,
  through: CalendarDate,
  rows: readonly UnbilledRow[],
): Guard {
  const read = rows.map((row) => [row.appointmentId, row.amountCents, row.taxCents]);
  return sql`(select json_group_array(json_array(appointment_id, unbilled_cents, unbilled_tax))
    from (${selectUnbilledFacts(orm, userId, through)})) = ${JSON.stringify(read)}`;
}

/** The columns that decide, in the same order. */
const selectUnbilledFacts = (orm: Queryable, userId: string, through: CalendarDate) =>
  orm
    .select({
      appointmentId: sql`${accountDeliveries.appointmentId}`.as('appointment_id'),
      amountCents: UNBILLED_CENTS,
      taxCents: UNBILLED_TAX,
    })
    .from(accountDeliveries)
    .innerJoin(appointments, eq(appointments.id, accountDeliveries.appointmentId))
    .innerJoin(charges, eq(charges.appointmentId, accountDeliveries.appointmentId))
    .where(and(eq(accountDeliveries.userId, userId), lte(appointments.date, through)))
    .groupBy(accountDeliveries.appointmentId)
    .having(IS_UNBILLED)
    .orderBy(...unbilledOrder())
    .limit(MOST_DELIVERIES);

/**
 * Selects an account's unpaid deliveries, or those of all accounts, once for each invoice line. It has
 * no pages, because the sums and the state of each invoice need all of them. Paid ones aren't read.
 */
export const selectUnpaid = (orm: Queryable, userId: string | null) =>
  orm
    .select({
      userId: accountDeliveries.userId,
      appointmentId: accountDeliveries.appointmentId,
      unpaidCents: accountDeliveries.unpaidCents,
      unbilledCents: accountDeliveries.unbilledCents,
      amountCents: invoiceLines.amountCents,
      invoice: {
        number: invoices.number,
        totalCents: invoices.totalCents,
        issuedOn: invoices.issuedOn,
        dueOn: invoices.dueOn,
      },
    })
    .from(accountDeliveries)
    .leftJoin(invoiceLines, eq(invoiceLines.appointmentId, accountDeliveries.appointmentId))
    .leftJoin(invoices, eq(invoices.number, invoiceLines.invoiceNumber))
    .where(
      and(
        // SQLite only uses the index of unpaid deliveries if the condition is a literal.
        sql`${accountDeliveries.unpaidCents} <> 0`,
        userId === null ? undefined : eq(accountDeliveries.userId, userId),
      ),
    );
export type UnpaidRow = Awaited<ReturnType<typeof selectUnpaid>>[number];

/** Guards that an account's unpaid deliveries haven't changed since they were read. */
export function isUnpaid(userId: string, rows: readonly UnpaidRow[]): Guard {
  const read = new Map(rows.map(({ appointmentId, unpaidCents }) => [appointmentId, unpaidCents]));
  const sumCents = plus(NO_CENTS, ...read.values());
  return sql`(select coalesce(sum(unpaid_cents), 0) from ${accountDeliveries}
    where user_id = ${userId} and unpaid_cents <> 0) = ${sumCents}`;
}

const toBill = (through: CalendarDate) =>
  and(sql`${accountDeliveries.unbilledCents} <> 0`, lte(appointments.date, through));

/** Numbers each account's deliveries to bill in the order in which its invoices take them. */
const numberedToBill = (orm: Queryable, through: CalendarDate) =>
  orm
    .select({
      userId: sql<string>`${accountDeliveries.userId}`.as('account_id'),
      date: appointments.date,
      unbilledCents: accountDeliveries.unbilledCents,
      isOnNext:
        sql`row_number() over (partition by ${accountDeliveries.userId} order by ${appointments.date}, ${accountDeliveries.appointmentId}) <= ${MOST_DELIVERIES}`.as(
          'is_on_next',
        ),
    })
    .from(accountDeliveries)
    // Otherwise, SQLite would read all appointments by date.
    .crossJoin(appointments)
    .where(and(eq(appointments.id, accountDeliveries.appointmentId), toBill(through)))
    .as('numbered');

/**
 * Selects a page of the accounts with something to bill through a date, by name, with what the next
 * invoice of each will have.
 */
export function selectToBill(orm: Queryable, through: CalendarDate, page: number) {
  const one = numberedToBill(orm, through);
  return orm
    .select({
      userId: users.id,
      name: sql<string>`coalesce(${users.fullName}, ${users.username})`.as('name'),
      billingEmail: houseAccounts.billingEmail,
      deliveries: sql<number>`sum(${one.isOnNext})`,
      /** The deliveries that are left for another invoice. */
      laterDeliveries: sql<number>`sum(not ${one.isOnNext})`,
      amountCents: sql<Cents>`sum(iif(${one.isOnNext}, ${one.unbilledCents}, 0))`,
      from: sql<CalendarDate>`min(${one.date})`,
      to: sql<CalendarDate>`max(iif(${one.isOnNext}, ${one.date}, null))`,
    })
    .from(one)
    .innerJoin(houseAccounts, eq(houseAccounts.userId, one.userId))
    .innerJoin(users, eq(users.id, one.userId))
    .groupBy(users.id)
    .orderBy(sql`name`, asc(users.id))
    .limit(BILLING_PAGE_SIZE)
    .offset((page - 1) * BILLING_PAGE_SIZE);
}

/** Selects the number of an account's unbilled deliveries through a date, and their sum. */
export const selectUnbilledSum = (orm: Queryable, userId: string, through: CalendarDate) =>
  orm
    .select({
      deliveries: sql<number>`count(*)`,
      cents: sql<Cents>`coalesce(sum(${accountDeliveries.unbilledCents}), 0)`,
    })
    .from(accountDeliveries)
    .innerJoin(appointments, eq(appointments.id, accountDeliveries.appointmentId))
    .where(and(eq(accountDeliveries.userId, userId), toBill(through)));

/** Selects the number of accounts with something to bill through a date, and the sum. */
export const selectToBillSum = (orm: Queryable, through: CalendarDate) =>
  orm
    .select({
      count: sql<number>`count(distinct ${accountDeliveries.userId})`,
      sendable: sql<number>`count(distinct case when ${houseAccounts.billingEmail} is not null then ${accountDeliveries.userId} end)`,
      cents: sql<Cents>`coalesce(sum(${accountDeliveries.unbilledCents}), 0)`,
    })
    .from(accountDeliveries)
    .innerJoin(appointments, eq(appointments.id, accountDeliveries.appointmentId))
    .innerJoin(houseAccounts, eq(houseAccounts.userId, accountDeliveries.userId))
    .where(toBill(through));

/** Selects the names and billing emails of all accounts with an unpaid delivery. */
export const selectUnpaidAccounts = (orm: Queryable) =>
  orm
    .select({
      userId: users.id,
      name: sql<string>`coalesce(${users.fullName}, ${users.username})`,
      billingEmail: houseAccounts.billingEmail,
    })
    .from(users)
    .leftJoin(houseAccounts, eq(houseAccounts.userId, users.id))
    .where(
      sql`${users.id} in (select ${accountDeliveries.userId} from ${accountDeliveries} where ${accountDeliveries.unpaidCents} <> 0)`,
    );

/** Selects how many reminders the invoices of unpaid deliveries have, and the time of the last one. */
export const selectReminders = (orm: Queryable) =>
  orm
    .select({
      number: invoiceSends.invoiceNumber,
      count: sql<number>`count(*)`,
      lastAt: sql<number>`max(${invoiceSends.createdAt})`,
    })
    .from(invoiceSends)
    .where(
      and(
        sql`${invoiceSends.invoiceNumber} in (select ${invoiceLines.invoiceNumber} from ${accountDeliveries}
          cross join ${invoiceLines} on ${invoiceLines.appointmentId} = ${accountDeliveries.appointmentId}
          where ${accountDeliveries.unpaidCents} <> 0)`,
        eq(invoiceSends.kind, 'reminder'),
      ),
    )
    .groupBy(invoiceSends.invoiceNumber);

/** Selects a page of an account's invoices, newest first. Those of a merged record keep its ID. */
export const selectInvoices = (orm: Queryable, userId: string, page: number) =>
  orm
    .select()
    .from(invoices)
    .where(isOfRecord(invoices.userId, userId))
    .orderBy(desc(invoices.number))
    .limit(INVOICE_PAGE_SIZE)
    .offset((page - 1) * INVOICE_PAGE_SIZE);

export const countInvoices = (orm: Queryable, userId: string) =>
  orm
    .select({ count: sql<number>`count(*)` })
    .from(invoices)
    .where(isOfRecord(invoices.userId, userId));

export const selectInvoice = (orm: Queryable, number: number | SQL) =>
  orm.select().from(invoices).where(eq(invoices.number, number));

/** Selects the house account that an invoice belongs to now, even after a merge. */
export const selectAccountOfInvoice = (orm: Queryable, number: number) =>
  orm
    .select({ account: houseAccounts })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.userId))
    .innerJoin(
      houseAccounts,
      sql`${houseAccounts.userId} = coalesce(${users.mergedInto}, ${users.id})`,
    )
    .where(eq(invoices.number, number));

/** Selects the emails of a page of an account's invoices with what became of them, oldest first. */
export function selectSends(orm: Queryable, userId: string, page: number) {
  const shown = selectInvoices(orm, userId, page).as('shown');
  return orm
    .select({
      send: invoiceSends,
      deliveredAt: outbox.sentAt,
      givenUpAt: outbox.givenUpAt,
    })
    .from(shown)
    .innerJoin(invoiceSends, eq(invoiceSends.invoiceNumber, shown.number))
    .leftJoin(outbox, eq(outbox.dedupeKey, invoiceSends.messageKey))
    .orderBy(asc(invoiceSends.createdAt), asc(invoiceSends.sequence));
}

/** Selects the emails of one invoice. */
export const selectSendsOfInvoice = (orm: Queryable, number: number) =>
  orm.select().from(invoiceSends).where(eq(invoiceSends.invoiceNumber, number));

/** Inserts an email of an invoice, unless someone else already sent the same one. */
export const insertSend = (orm: Queryable, row: SendRow, onlyIf: Guard = sql`true`) =>
  insertRow(orm, invoiceSends, row, {
    onlyIf: sql`${onlyIf} and ${row.sequence} = 1 + (select count(*) from ${invoiceSends}
      where ${invoiceSends.invoiceNumber} = ${row.invoiceNumber} and ${invoiceSends.kind} = ${row.kind})`,
  }).returning();

export const selectInvoiceByRequest = (orm: Queryable, requestId: string) =>
  orm.select().from(invoices).where(eq(invoices.requestId, requestId));

/** Selects an invoice's lines, oldest delivery first. A line is a correction if an earlier invoice has the delivery. */
export const selectInvoiceLines = (orm: Queryable, number: number) =>
  orm
    .select({
      publicCode: invoiceLines.publicCode,
      date: invoiceLines.date,
      place: invoiceLines.place,
      amountCents: invoiceLines.amountCents,
      taxCents: invoiceLines.taxCents,
      // Without its table, which drizzle omits here, the column would be the earlier line's own.
      isCorrection: sql<boolean>`exists (select 1 from ${invoiceLines} as earlier
        where earlier.appointment_id = ${invoiceLines}.appointment_id and earlier.invoice_number < ${number})`.mapWith(
        Boolean,
      ),
    })
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceNumber, number))
    .orderBy(asc(invoiceLines.date), asc(invoiceLines.publicCode));

/** Selects the number of the next invoice. */
export const selectNextNumber = (orm: Queryable) =>
  orm.select({ number: sql<number>`coalesce(max(${invoices.number}), 0) + 1` }).from(invoices);

/** Inserts an invoice if its number is still the next one, so that no number is left out. */
export function insertInvoice(orm: Queryable, row: InvoiceRow, ...guards: readonly Guard[]) {
  const isNext = sql`${row.number} = (select coalesce(max(number), 0) + 1 from ${invoices})`;
  return insertRow(orm, invoices, row, {
    onlyIf: sql.join([isNext, ...guards], sql` and `),
    unlessKnown: invoices.requestId,
  }).returning();
}

/** Returns a line's place: "Pier 4, 12". */
export const placeOf = ({ location, slipNumber }: UnbilledRow) =>
  [location, slipNumber].filter(Boolean).join(', ');

const lineOf = (row: UnbilledRow) => [
  ...[row.appointmentId, row.amountCents, row.taxCents, row.date, row.publicCode],
  placeOf(row),
];

/** Adds the lines of the invoice that this batch inserted. */
export const addingLines =
  (requestId: string, rows: readonly UnbilledRow[]): ConditionalWrite =>
  (orm, onlyIf = sql`true`) =>
    orm.insert(invoiceLines).select(
      sql`select (select ${invoices.number} from ${invoices} where ${invoices.requestId} = ${requestId}),
        value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
        from json_each(${JSON.stringify(rows.map(lineOf))})
        where ${onlyIf}`,
    );

export const selectAccountPayments = (orm: Queryable, userId: string) =>
  orm
    .select()
    .from(accountPayments)
    .where(eq(accountPayments.userId, userId))
    .orderBy(desc(accountPayments.createdAt), desc(accountPayments.id))
    .limit(SHOWN);

export const selectAccountPayment = (orm: Queryable, id: string) =>
  orm.select().from(accountPayments).where(eq(accountPayments.id, id));

/** Inserts a payment if the unpaid amounts are as they were read. */
export function insertAccountPayment(
  orm: Queryable,
  row: typeof accountPayments.$inferInsert,
  ...guards: readonly Guard[]
) {
  return insertRow(orm, accountPayments, row, {
    onlyIf: sql.join([...guards], sql` and `),
    unlessKnown: accountPayments.id,
  }).returning();
}

/** Selects the unpaid charges of an account with their appointments: billed ones first, then by date. */
export function selectOpenCharges(orm: Queryable, userId: string) {
  const invoice = sql`(select min(${invoiceLines.invoiceNumber}) from ${invoiceLines}
    where ${invoiceLines.appointmentId} = ${accountDeliveries.appointmentId})`;
  return orm
    .select({ charge: charges, appointment: appointments })
    .from(accountDeliveries)
    .innerJoin(appointments, eq(appointments.id, accountDeliveries.appointmentId))
    .innerJoin(charges, eq(charges.appointmentId, accountDeliveries.appointmentId))
    .where(and(eq(accountDeliveries.userId, userId), eq(charges.state, 'declined')))
    .orderBy(sql`${invoice} is null`, invoice, asc(appointments.date), asc(charges.id))
    .limit(MOST_DELIVERIES);
}

/** Selects all charges of the account's deliveries that have an unpaid one. */
export function selectChargesOfOpen(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(charges)
    .where(
      sql`${charges.appointmentId} in (select ${accountDeliveries.appointmentId} from ${accountDeliveries}
        where ${accountDeliveries.userId} = ${userId}) and ${charges.appointmentId} in (
        select open.appointment_id from ${charges} as open where open.appointment_id = ${charges.appointmentId}
          and open.state = 'declined')`,
    )
    .orderBy(asc(charges.appointmentId), asc(charges.sequence));
}

/** Guards that the account wasn't merged into another one. */
export const hasHouseAccount = (orm: Queryable, userId: string): Guard =>
  sql`exists ${selectHouseAccount(orm, userId)}`;

/** Guards that these charges and their appointments are as they were read. */
export function areUnchanged(
  read: readonly { id: string; appointmentId: string; updatedAt: number; amountCents: Cents }[],
  appointmentsRead: readonly { id: string; updatedAt: number }[],
): Guard {
  const chargesText = JSON.stringify(
    read.map(({ id, updatedAt, amountCents }) => [id, updatedAt, amountCents]),
  );
  const appointmentsText = JSON.stringify(
    appointmentsRead.map(({ id, updatedAt }) => [id, updatedAt]),
  );
  return sql`not exists (select 1 from json_each(${chargesText}) as one
      left join ${charges} as now on now.id = one.value ->> 0
      where now.state is not 'declined' or now.updated_at is not one.value ->> 1 or now.amount_cents is not one.value ->> 2)
    and not exists (select 1 from json_each(${appointmentsText}) as one
      left join ${appointments} as now on now.id = one.value ->> 0
      where now.updated_at is not one.value ->> 1)`;
}
