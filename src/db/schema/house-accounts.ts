import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AccountPaymentWay, InvoiceSendKind } from '@/domain/account/house-account';
import type { CalendarDate } from '@/domain/dates';
import { NO_CENTS } from '@/domain/money';
import { appointments } from './appointments';
import { cents, id, instant } from './columns';
import { users } from './users';

/** Customers who pay by invoice. */
export const houseAccounts = sqliteTable('house_accounts', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The number of days until an invoice is due. */
  termsDays: integer('terms_days').notNull(),
  /** The name and address on invoices. */
  billTo: text('bill_to').notNull(),
  /** The address that invoices are emailed to. Null if they're printed. */
  billingEmail: text('billing_email'),
  /** The balance above which staff see a warning. Null means no limit. */
  creditLimitCents: cents('credit_limit_cents'),
  /** Time from which new deliveries aren't on the account. Null while it's in use. */
  endedAt: instant('ended_at'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The deliveries that are billed by invoice, decided when they were completed. */
export const accountDeliveries = sqliteTable(
  'account_deliveries',
  {
    appointmentId: text('appointment_id')
      .primaryKey()
      .references(() => appointments.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The unbilled amount, negative for a credit. Triggers (`../triggers.ts`) keep it current. */
    unbilledCents: cents('unbilled_cents').notNull().default(NO_CENTS),
    /**
     * The unpaid amount, without charges in review, which aren't decided yet. Triggers keep it
     * current.
     */
    unpaidCents: cents('unpaid_cents').notNull().default(NO_CENTS),
  },
  (t) => [
    index('account_deliveries_user').on(t.userId),
    index('account_deliveries_unbilled')
      .on(t.userId, t.appointmentId, t.unbilledCents)
      .where(sql`${t.unbilledCents} <> 0`),
    index('account_deliveries_unpaid')
      .on(t.userId, t.appointmentId, t.unpaidCents, t.unbilledCents)
      .where(sql`${t.unpaidCents} <> 0`),
  ],
);

/**
 * Issued invoices, with everything that they say, so that later changes of names, places, and the
 * company don't change an invoice. Triggers (`../triggers.ts`) prevent changing or deleting one.
 */
export const invoices = sqliteTable(
  'invoices',
  {
    /** Counts all invoices from 1, without gaps. */
    number: integer('number').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Makes a repeated press return the first invoice. */
    requestId: text('request_id').notNull().unique(),
    billTo: text('bill_to').notNull(),
    /** The lines about the company at the top. Null for invoices issued before they were saved. */
    company: text('company', { mode: 'json' }).$type<string[]>(),
    /** The payment terms. Null for invoices issued before they were saved. */
    termsDays: integer('terms_days'),
    issuedOn: text('issued_on').$type<CalendarDate>().notNull(),
    dueOn: text('due_on').$type<CalendarDate>().notNull(),
    /** The sum of its lines. Negative if it's only credits. */
    totalCents: cents('total_cents').notNull(),
    /**
     * The amount due when it was issued: without earlier payments, and with credits that were
     * already applied or returned. Null for invoices issued before it was saved.
     */
    toPayCents: cents('to_pay_cents'),
    issuedBy: text('issued_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('invoices_user').on(t.userId, t.number)],
);

/**
 * The lines of invoices: a delivery, or what a later correction added to it or took off. All lines
 * of a delivery add up to what was billed for it.
 */
export const invoiceLines = sqliteTable(
  'invoice_lines',
  {
    invoiceNumber: integer('invoice_number')
      .notNull()
      .references(() => invoices.number),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    amountCents: cents('amount_cents').notNull(),
    /** The tax that the amount includes. */
    taxCents: cents('tax_cents').notNull().default(NO_CENTS),
    date: text('date').$type<CalendarDate>().notNull().default(''),
    publicCode: text('public_code').notNull().default(''),
    place: text('place').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceNumber, t.appointmentId] }),
    index('invoice_lines_appointment').on(t.appointmentId, t.amountCents, t.taxCents),
  ],
);

/** Emails that people sent with an invoice attached: the invoice itself, and reminders. */
export const invoiceSends = sqliteTable(
  'invoice_sends',
  {
    invoiceNumber: integer('invoice_number')
      .notNull()
      .references(() => invoices.number),
    kind: text('kind').$type<InvoiceSendKind>().notNull(),
    /** Counts an invoice's emails of this kind from 1, so that two people can't send the same one. */
    sequence: integer('sequence').notNull(),
    /** Null after the customer's data was deleted. */
    recipient: text('recipient'),
    /** The email in the outbox, which has its state. */
    messageKey: text('message_key').notNull(),
    sentBy: text('sent_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceNumber, t.kind, t.sequence] })],
);

/** Payments of house accounts. Each one is applied to deliveries, the oldest first. */
export const accountPayments = sqliteTable(
  'account_payments',
  {
    /** The ID of the request, so that repeating it changes nothing. */
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    amountCents: cents('amount_cents').notNull(),
    way: text('way').$type<AccountPaymentWay>().notNull(),
    /** The number of a check or a transfer. */
    reference: text('reference'),
    receivedOn: text('received_on').$type<CalendarDate>().notNull(),
    recordedBy: text('recorded_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('account_payments_user').on(t.userId, t.createdAt)],
);
