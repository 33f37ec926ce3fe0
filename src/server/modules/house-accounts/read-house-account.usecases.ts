import {
  type BilledThrough,
  invoiceStates,
  type UnpaidDelivery,
} from '@/domain/account/house-account';
import { addDays, type CalendarDate } from '@/domain/dates';
import { type Cents, minus, NO_CENTS, plus } from '@/domain/money';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import {
  countInvoices,
  INVOICE_PAGE_SIZE,
  selectAccountPayments,
  selectHouseAccount,
  selectInvoices,
  selectSends,
  selectUnbilled,
  selectUnbilledSum,
  selectUnpaid,
  type UnpaidRow,
} from './house-accounts.repository';

/** Adds the amounts of rows. */
export const sumOf = (rows: readonly { amountCents: Cents }[]): Cents =>
  plus(NO_CENTS, ...rows.map(({ amountCents }) => amountCents));

/** Returns the last date of the deliveries to bill. */
export const lastDateOf = (through: BilledThrough, today: CalendarDate) =>
  through === 'today' ? today : addDays(`${today.slice(0, 7)}-01`, -1);

/** A new invoice that isn't stored yet, with the amounts of its lines by delivery. */
type NewInvoice = { number: number; amounts: ReadonlyMap<string, Cents> };

/** Returns unpaid deliveries, each with its lines on invoices, including those of a new one. */
export function deliveriesOf(rows: readonly UnpaidRow[], added?: NewInvoice): UnpaidDelivery[] {
  return [...Map.groupBy(rows, ({ appointmentId }) => appointmentId).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const lines = own.flatMap(({ invoice, amountCents }) =>
      invoice && amountCents !== null ? [{ number: invoice.number, amountCents }] : [],
    );
    const { appointmentId, unpaidCents, unbilledCents } = first;
    const amountCents = added?.amounts.get(appointmentId);
    if (!added || amountCents === undefined) return [{ unpaidCents, unbilledCents, lines }];
    return [
      {
        unpaidCents,
        unbilledCents: minus(unbilledCents, amountCents),
        lines: [...lines, { number: added.number, amountCents }],
      },
    ];
  });
}

/** Returns the invoices of unpaid deliveries. */
export const invoicesOf = (rows: readonly UnpaidRow[]) => [
  ...new Map(
    rows.flatMap(({ invoice }) => (invoice ? [[invoice.number, invoice] as const] : [])),
  ).values(),
];

/** Returns a customer's house account with its unbilled deliveries, a page of invoices, and payments. */
export async function readHouseAccount(
  { deps }: AnyCall,
  { id, invoicePage = 1 }: { id: string; invoicePage?: number | undefined },
) {
  const today = todayOf(deps);
  const monthsEnd = lastDateOf('last_month', today);
  const [[account], unpaid, unbilled, [sum], invoices, [counted], payments, sends] =
    await deps.db.read((orm) => [
      selectHouseAccount(orm, id),
      selectUnpaid(orm, id),
      selectUnbilled(orm, id, today),
      selectUnbilledSum(orm, id, today),
      selectInvoices(orm, id, invoicePage),
      countInvoices(orm, id),
      selectAccountPayments(orm, id),
      selectSends(orm, id, invoicePage),
    ]);
  const deliveries = deliveriesOf(unpaid);
  const states = invoiceStates(invoicesOf(unpaid), deliveries, today);
  const openCents = plus(NO_CENTS, ...deliveries.map(({ unpaidCents }) => unpaidCents));
  const limit = account?.creditLimitCents ?? null;
  return {
    account: account ?? null,
    /** Everything that the customer owes on the account, billed or not. */
    openCents,
    isAboveLimit: limit !== null && openCents > limit,
    /** The deliveries of the next invoice, the oldest. */
    unbilled,
    /** All unbilled deliveries, of which one invoice may have only a part. */
    unbilledSum: sum ?? { deliveries: 0, cents: NO_CENTS },
    lastMonthEnds: monthsEnd,
    /** The totals of an invoice, by the deliveries that it would have. */
    totals: {
      last_month: sumOf(unbilled.filter(({ date }) => date <= monthsEnd)),
      today: sumOf(unbilled),
    } satisfies Record<BilledThrough, Cents>,
    invoicePages: Math.ceil((counted?.count ?? 0) / INVOICE_PAGE_SIZE),
    invoices: invoices.map(({ number, issuedOn, dueOn, totalCents }) => ({
      ...{ number, issuedOn, dueOn, totalCents },
      openCents: states.get(number)?.openCents ?? NO_CENTS,
      isOverdue: states.get(number)?.isOverdue ?? false,
      /** Its emails, oldest first. */
      sends: sends
        .filter(({ send }) => send.invoiceNumber === number)
        .map(({ send: { kind, recipient, sentBy, createdAt }, deliveredAt, givenUpAt }) => ({
          ...{ kind, recipient, sentBy, sentAt: createdAt },
          state: givenUpAt !== null ? 'failed' : deliveredAt === null ? 'waiting' : 'sent',
        })),
    })),
    payments: payments.map(({ id: key, amountCents, way, reference, receivedOn, recordedBy }) => ({
      ...{ id: key, amountCents, way, reference, receivedOn, recordedBy },
    })),
  };
}
