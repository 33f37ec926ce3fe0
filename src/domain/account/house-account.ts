import type { CalendarDate } from '../dates';
import { type Cents, cents, NO_CENTS, plus } from '../money';

/** How house accounts pay. Cards are paid by link, one delivery each. */
export const ACCOUNT_PAYMENT_WAYS = ['check', 'transfer', 'cash'] as const;
export type AccountPaymentWay = (typeof ACCOUNT_PAYMENT_WAYS)[number];
export const ACCOUNT_PAYMENT_LABELS: Record<AccountPaymentWay, string> = {
  check: 'Check',
  transfer: 'Bank Transfer',
  cash: 'Cash',
};

/** Emails with an invoice attached. */
export const INVOICE_SEND_KINDS = ['invoice', 'reminder'] as const;
export type InvoiceSendKind = (typeof INVOICE_SEND_KINDS)[number];

/** The error code of an unpaid charge that's billed by invoice, and of one that was paid that way. */
export const ON_ACCOUNT = 'house_account';

/** The deliveries to bill: all of them, or those before the current month. */
export const BILLED_THROUGH = ['last_month', 'today'] as const;
export type BilledThrough = (typeof BILLED_THROUGH)[number];

type Issued = { number: number; totalCents: Cents; dueOn: CalendarDate };

/** What's left to pay of an invoice. */
export type InvoiceState = { openCents: Cents; isOverdue: boolean };

/**
 * Applies payments and credits to invoices, the oldest first.
 *
 * @param paidCents everything that was paid for the billed deliveries
 */
export function invoiceStates(
  invoices: readonly Issued[],
  paidCents: Cents,
  today: CalendarDate,
): Map<number, InvoiceState> {
  const credits = invoices.filter(({ totalCents }) => totalCents < 0);
  let left: number = plus(paidCents, ...credits.map(({ totalCents }) => cents(-totalCents)));
  const states = new Map<number, InvoiceState>();
  for (const { number, totalCents, dueOn } of invoices.toSorted((a, b) => a.number - b.number)) {
    const applied = Math.max(0, Math.min(left, totalCents));
    left -= applied;
    const openCents = totalCents > 0 ? cents(totalCents - applied) : NO_CENTS;
    states.set(number, { openCents, isOverdue: openCents > 0 && dueOn < today });
  }
  return states;
}

/** An unpaid amount of a delivery, in the order in which payments are applied. */
type Open = { id: string; amountCents: Cents };

/** Applies a payment to unpaid amounts. Returns the amounts it pays, whole or in part. */
export function appliedTo(open: readonly Open[], amountCents: Cents): Open[] {
  let left: number = amountCents;
  return open.flatMap(({ id, amountCents: due }) => {
    const paid = Math.min(left, due);
    left -= paid;
    return paid > 0 ? [{ id, amountCents: cents(paid) }] : [];
  });
}
