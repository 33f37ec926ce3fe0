/**
 * The double-entry journal: for each day, one entry for its sales and one for its payments. Each
 * posting is a debit and an equal credit, so every entry balances.
 */
import type { CalendarDate } from '../dates';
import { type Cents, cents, minus, NO_CENTS, plus } from '../money';
import type { LedgerKind } from '../payment/ledger';
import type { SaleTax, SoldProduct } from '../tax/tax';
import { ACCOUNTS, type Account, TAX_ACCOUNTS } from './accounts';

/** The two entries of a day, in order. */
export const JOURNAL_BOOKS = { sales: 'Sales', payments: 'Payments' } as const;
export type JournalBook = keyof typeof JOURNAL_BOOKS;

/** A line of an entry. A credit is negative. */
export type JournalLine = { account: Account; amountCents: Cents };
export type JournalEntry = { date: CalendarDate; book: JournalBook; lines: JournalLine[] };

/** The paid and unpaid amounts of a sale. */
export type SalePayments = {
  receivedCents: Cents;
  /** The amount that corrections refunded. */
  correctedBackCents: Cents;
  /** Charges that aren't settled, minus refunds of corrections that haven't been sent. */
  openCents: Cents;
};

/** A completed delivery for the journal. */
export type JournalSale = {
  date: CalendarDate;
  /** Its products before the discount. */
  products: readonly SoldProduct[];
  /** Zero or negative. */
  discountCents: Cents;
  tax: SaleTax | null;
  payments: SalePayments;
};

type Posting = { debit: Account; credit: Account; amountCents: Cents };

/** Returns the entry of a day's sales: what customers owe for them, against income and tax. */
export function salesEntry(date: CalendarDate, sales: readonly JournalSale[]): JournalEntry {
  return { date, book: 'sales', lines: linesOf(sales.flatMap(postingsOfSale)) };
}

function postingsOfSale({ products, discountCents, tax, payments }: JournalSale): Posting[] {
  const sold = products.flatMap(({ product, amountCents }): Posting[] => {
    const taxCents = tax?.parts.find((part) => part.product === product)?.taxCents ?? NO_CENTS;
    return [
      { debit: 'balances', credit: product, amountCents: minus(amountCents, taxCents) },
      { debit: 'balances', credit: TAX_ACCOUNTS[product], amountCents: taxCents },
    ];
  });
  const totalCents = plus(discountCents, ...products.map(({ amountCents }) => amountCents));
  return [
    ...sold,
    { debit: 'balances', credit: 'discounts', amountCents: discountCents },
    {
      debit: 'differences',
      credit: 'balances',
      amountCents: differenceOf(totalCents, payments),
    },
  ];
}

/**
 * Returns the part of a sale that was neither paid nor is still owed, such as an amount too small
 * for a card. Without it, it would stay in the customers' balances forever.
 */
function differenceOf(totalCents: Cents, payments: SalePayments): Cents {
  const { receivedCents, correctedBackCents, openCents } = payments;
  return cents(totalCents - receivedCents + correctedBackCents - openCents);
}

/** Ledger entries of one kind. `isCorrection` is true for refunds that a correction made. */
export type LedgerSum = {
  kind: LedgerKind;
  isCorrection: boolean;
  grossCents: Cents;
  feeCents: Cents;
};

/** The accounts for an entry's gross: where the money is, and what it's for. */
const GROSS: Record<LedgerKind, { debit: Account; credit: Account } | null> = {
  charge: { debit: 'stripe', credit: 'balances' },
  correction_charge: { debit: 'stripe', credit: 'balances' },
  refund: { debit: 'stripe', credit: 'refunds' },
  refund_failed: { debit: 'stripe', credit: 'refunds' },
  fee: null,
  cash: { debit: 'cash', credit: 'balances' },
  account_payment: { debit: 'cash', credit: 'balances' },
  account_refund: { debit: 'cash', credit: 'refunds' },
  cash_back: { debit: 'cash', credit: 'refunds' },
  stray_payment: { debit: 'stripe', credit: 'unmatched' },
  stray_refund: { debit: 'stripe', credit: 'unmatched' },
  dispute_withdrawn: { debit: 'stripe', credit: 'disputed' },
  dispute_returned: { debit: 'stripe', credit: 'disputed' },
  dispute_lost: { debit: 'disputed', credit: 'disputes' },
  dispute_regained: { debit: 'disputed', credit: 'disputes' },
  dispute_fee: null,
};

/** Returns the entry of the money that moved on a day. */
export function paymentsEntry(date: CalendarDate, sums: readonly LedgerSum[]): JournalEntry {
  return { date, book: 'payments', lines: linesOf(sums.flatMap(postingsOfMoney)) };
}

function postingsOfMoney({ kind, isCorrection, grossCents, feeCents }: LedgerSum): Posting[] {
  const fee = { debit: 'fees', credit: 'stripe', amountCents: feeCents } as const;
  const gross = GROSS[kind];
  if (!gross) return [fee];
  // A correction lowers the sale, so its refund returns what the customer paid too much.
  const credit = isCorrection && gross.credit === 'refunds' ? 'balances' : gross.credit;
  return [{ ...gross, credit, amountCents: grossCents }, fee];
}

/** Adds up postings by account, in the accounts' order. An account without an amount has no line. */
function linesOf(postings: readonly Posting[]): JournalLine[] {
  const sums = new Map<Account, Cents>();
  const add = (account: Account, amountCents: Cents) =>
    sums.set(account, plus(sums.get(account) ?? NO_CENTS, amountCents));
  for (const { debit, credit, amountCents } of postings) {
    add(debit, amountCents);
    add(credit, minus(NO_CENTS, amountCents));
  }
  return ACCOUNTS.flatMap((account) => {
    const amountCents = sums.get(account) ?? NO_CENTS;
    return amountCents === 0 ? [] : [{ account, amountCents }];
  });
}
