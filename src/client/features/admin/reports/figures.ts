import type { Outputs } from '@/client/lib/trpc';
import { formatMonth, formatMonthDay } from '@/domain/dates';
import { cents, formatDollars, gallonTenths, toGallons } from '@/domain/money';
import type { MoneyDay, ReportPeriod } from '@/domain/report-periods';
import { type PeriodFigures, REPORT_FIGURES, type ReportFigure } from '@/domain/reports';
import { formatCount } from '@/domain/text';

export type Report = Outputs['admin']['report'];

/** The view of the reports, which stands in the address. Empty dates mean the default range. */
export type ReportView = { by: ReportPeriod; moneyOn: MoneyDay; from: string; to: string };

type Part = { name: string; className: string; of: ReportFigure };

/** One plot with its table: the parts of each bar, all of one unit, and further columns. */
export type Topic = {
  title: string;
  /** The line below the title tells what counts, and on which day. */
  note: string | Record<MoneyDay, string>;
  parts: readonly [Part, ...Part[]];
  /** Columns of the table after the parts. */
  also: readonly { name: string; of: ReportFigure }[];
};

/** How values of each unit are drawn: the smallest step of a plot, and a value's text. */
const DRAWN = {
  count: { step: 1, text: formatCount },
  cents: { step: 100, text: (value: number) => formatDollars(cents(Math.round(value))) },
  tenths: {
    step: 10,
    text: (value: number) => toGallons(gallonTenths(Math.round(value))).toLocaleString('en-US'),
  },
};

/** How the values of a figure are drawn, by its unit. */
export const plotOf = (figure: ReportFigure) => DRAWN[REPORT_FIGURES[figure].unit];

export const TOPICS: readonly Topic[] = [
  {
    title: 'Revenue',
    note: {
      delivered: 'Paid, less what was given back, on the day of the delivery.',
      moved:
        'Payments minus refunds, by the date the money moved. Unpaid balances are shown on the delivery date.',
    },
    parts: [
      { name: 'By card', className: 'text-primary', of: 'cardCents' },
      { name: 'Cash', className: 'text-accent', of: 'cashCents' },
    ],
    also: [
      { name: 'Refunded', of: 'refundedCents' },
      { name: 'Lost in disputes', of: 'disputedCents' },
      { name: 'Owed', of: 'owedCents' },
    ],
  },
  {
    title: 'Gallons by fuel',
    note: 'As delivered.',
    parts: [
      { name: 'Regular', className: 'text-primary', of: 'regularGallonsTenths' },
      { name: 'Premium', className: 'text-accent', of: 'premiumGallonsTenths' },
    ],
    also: [],
  },
  {
    title: 'Ice',
    note: 'Bags that were delivered.',
    parts: [
      { name: 'Small bags', className: 'text-primary', of: 'smallIceBags' },
      { name: 'Large bags', className: 'text-accent', of: 'largeIceBags' },
    ],
    also: [{ name: 'Sold for', of: 'iceCents' }],
  },
  {
    title: 'Deliveries',
    note: 'Completed ones.',
    parts: [{ name: 'Deliveries', className: 'text-primary', of: 'deliveries' }],
    also: [],
  },
  {
    title: 'Failed charges',
    note: 'Refused by the card or its bank, and not settled since.',
    parts: [{ name: 'Failed charges', className: 'text-error', of: 'failedCharges' }],
    also: [{ name: 'Amount', of: 'failedCents' }],
  },
];

/** "Jun 13", "Jun 8 – Jun 14" or "Jun 2026". A month or week that the range cuts off shows its days. */
export function periodLabel(
  { from, to }: Pick<PeriodFigures, 'from' | 'to'>,
  by: ReportPeriod,
): string {
  if (by === 'month') return formatMonth(from);
  if (from === to) return formatMonthDay(from);
  return `${formatMonthDay(from)} – ${formatMonthDay(to)}`;
}
