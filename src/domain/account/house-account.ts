import type { CalendarDate } from '../dates';
import { type Cents, cents } from '../money';

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

/** An unpaid delivery with its lines on invoices. */
export type UnpaidDelivery = {
  unpaidCents: Cents;
  /** The unbilled amount. Negative if the next invoice credits something. */
  unbilledCents: Cents;
  lines: readonly { number: number; amountCents: Cents }[];
};

/** The unpaid amount of an invoice. */
export type InvoiceState = { openCents: Cents; isOverdue: boolean };

/**
 * Returns what's left to pay of each invoice. A delivery's payments and credits pay only the
 * invoices that bill it, the oldest first. The sum is what's billed and unpaid.
 */
export function invoiceStates(
  invoices: readonly Issued[],
  unpaid: readonly UnpaidDelivery[],
  today: CalendarDate,
): Map<number, InvoiceState> {
  const open = new Map<number, number>();
  const openOf = (number: number) => open.get(number) ?? 0;
  const add = (number: number, amount: number) => open.set(number, openOf(number) + amount);
  const totals = new Map(invoices.map(({ number, totalCents }) => [number, totalCents]));
  const spread = unpaid.map((delivery) => spreadOver(delivery));
  for (const { number, openCents } of spread.flat()) add(number, openCents);
  // An invoice with a credit for another delivery is open with its total at most. The rest is open on
  // the invoice that has the amount before the credit.
  for (const lines of spread) {
    for (const credit of lines.filter(({ amountCents }) => amountCents < 0)) {
      let left = -credit.amountCents;
      for (const { number, amountCents, openCents } of lines) {
        const over = openOf(credit.number) - Math.max(0, totals.get(credit.number) ?? 0);
        const amount = Math.min(left, over, amountCents - openCents);
        if (amount <= 0) continue;
        left -= amount;
        add(credit.number, -amount);
        add(number, amount);
      }
    }
  }
  return new Map(
    invoices.map(({ number, dueOn }) => {
      const openCents = cents(openOf(number));
      return [number, { openCents, isOverdue: openCents > 0 && dueOn < today }];
    }),
  );
}

/** Returns a delivery's lines, oldest first, each with what's unpaid of it. The oldest are paid first. */
function spreadOver({ unpaidCents, unbilledCents, lines }: UnpaidDelivery) {
  let left = Math.max(0, unpaidCents - Math.max(0, unbilledCents));
  const newestFirst = lines
    .toSorted((a, b) => b.number - a.number)
    .map((line) => {
      const openCents = Math.min(left, Math.max(0, line.amountCents));
      left -= openCents;
      return { ...line, openCents };
    });
  return newestFirst.reverse();
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
