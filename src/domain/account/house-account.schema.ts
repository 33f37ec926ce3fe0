import * as z from 'zod/mini';
import {
  blankIsNull,
  dollars,
  idSchema,
  inUnits,
  requestIdSchema,
  requiredLongText,
  text,
  typedWholeNumber,
  wholeNumber,
} from '../fields';
import { cents } from '../money';
import { ACCOUNT_PAYMENT_WAYS, BILLED_THROUGH, INVOICE_SEND_KINDS } from './house-account';
import { emailSchema } from './sign-in.schema';

export const HOUSE_ACCOUNT_MESSAGES = {
  terms: 'Enter a number of days from 0 to 120.',
  billTo: 'Enter the name and address for the invoice.',
  limit: 'Enter an amount from $1 to $1,000,000, or leave it blank.',
  amount: 'Enter an amount from $0.01 to $1,000,000.',
  way: 'Select how it was paid.',
  through: 'Select the deliveries to bill.',
} as const;

const MOST = cents(1_000_000_00);
export const MAX_BILL_TO_LENGTH = 300;
export const MAX_REFERENCE_LENGTH = 60;

/** A customer's house account. `readChange` is the time of the last change that the form showed. */
export const houseAccountSchema = inUnits(
  z.object({
    userId: idSchema,
    termsDays: typedWholeNumber(0, 120, HOUSE_ACCOUNT_MESSAGES.terms),
    billTo: requiredLongText(HOUSE_ACCOUNT_MESSAGES.billTo, MAX_BILL_TO_LENGTH),
    billingEmail: z.optional(blankIsNull(emailSchema())),
    creditLimit: blankIsNull(
      dollars(HOUSE_ACCOUNT_MESSAGES.limit, { least: cents(100), most: MOST }),
    ),
    isEnded: z.boolean(),
    readChange: z.nullable(
      wholeNumber(0, Number.MAX_SAFE_INTEGER, 'This page is out of date. Reload it.'),
    ),
  }),
);
export type HouseAccountInput = z.output<typeof houseAccountSchema>;

/** Issues an invoice with the total that the preview showed. */
export const issueInvoiceSchema = z.object({
  userId: idSchema,
  through: z.enum(BILLED_THROUGH, HOUSE_ACCOUNT_MESSAGES.through),
  expectedCents: wholeNumber(
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
    'Please send the total that you saw.',
  ),
  /** True to email it too. */
  send: z.optional(z.boolean()),
  requestId: requestIdSchema,
});
export type IssueInvoiceInput = z.output<typeof issueInvoiceSchema>;

/** A payment of a house account. Repeating it with the same `requestId` changes nothing. */
export const accountPaymentSchema = inUnits(
  z.object({
    userId: idSchema,
    amount: dollars(HOUSE_ACCOUNT_MESSAGES.amount, { least: cents(1), most: MOST }),
    way: z.enum(ACCOUNT_PAYMENT_WAYS, HOUSE_ACCOUNT_MESSAGES.way),
    reference: blankIsNull(text(MAX_REFERENCE_LENGTH)),
    requestId: requestIdSchema,
  }),
);
export type AccountPaymentInput = z.output<typeof accountPaymentSchema>;

export const invoiceNumberSchema = z.object({
  number: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Send the invoice number.'),
});

const page = wholeNumber(1, 100_000, 'Select a page.');
/** A customer's house account, with a page of its invoices. */
export const houseAccountPageSchema = z.object({ id: idSchema, invoicePage: z.optional(page) });
/** The pages of the invoices to send, and of the overdue ones. */
export const billingPagesSchema = z.object({ sendPage: page, overduePage: page });
export type BillingPagesInput = z.output<typeof billingPagesSchema>;

/** Emails an invoice or a reminder of it. `sentBefore` is the number of such emails that the page showed. */
export const sendInvoiceSchema = z.object({
  number: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Send the invoice number.'),
  kind: z.enum(INVOICE_SEND_KINDS, 'Select what to send.'),
  sentBefore: wholeNumber(0, 1_000_000, 'This page is out of date. Reload it.'),
});
export type SendInvoiceInput = z.output<typeof sendInvoiceSchema>;
