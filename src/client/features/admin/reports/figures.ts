import type { Outputs } from '@/client/lib/trpc';
import { formatMonth, formatMonthDay } from '@/domain/dates';
import { cents, formatDollars, gallonTenths, toGallons } from '@/domain/money';
import type { MoneyDay, ReportPeriod } from '@/domain/report-periods';
import { type PeriodFigures, REPORT_FIGURES, type ReportFigure } from '@/domain/reports';
import { formatCount } from '@/domain/text';

export type Report = Outputs['admin']['report'];

/** The view of the reports, which is part of the address. Empty dates mean the default range. */
export type ReportView = { by: ReportPeriod; moneyOn: MoneyDay; from: string; to: string };

type Part = { name: string; className: string; of: ReportFigure };

/** A plot with its table. The parts of a bar have the same unit. */
export type Topic = {
  title: string;
  /** The line below the title, which explains what's counted and by which date. */
  note: string | Record<MoneyDay, string>;
  parts: readonly [Part, ...Part[]];
  /** Columns of the table after the parts. */
  also: readonly { name: string; of: ReportFigure }[];
  hidesIfEmpty?: boolean;
};

/** The smallest step of a plot and the text of a value, for each unit. */
const PLOTS = {
  count: { step: 1, text: formatCount },
  cents: { step: 100, text: (value: number) => formatDollars(cents(Math.round(value))) },
  tenths: {
    step: 10,
    text: (value: number) => toGallons(gallonTenths(Math.round(value))).toLocaleString('en-US'),
  },
};

/** @returns the step and the text function for a figure's unit */
export const plotOf = (figure: ReportFigure) => PLOTS[REPORT_FIGURES[figure].unit];

export const TOPICS: readonly Topic[] = [
  {
    title: 'Revenue',
    note: {
      delivered: 'Payments minus refunds, by delivery date.',
      moved:
        'Payments minus refunds, by the date the money moved. Unpaid balances are shown on the delivery date.',
    },
    parts: [
      { name: 'Card', className: 'text-primary', of: 'cardCents' },
      { name: 'Cash', className: 'text-accent', of: 'cashCents' },
    ],
    also: [
      { name: 'Refunded', of: 'refundedCents' },
      { name: 'Lost in disputes', of: 'disputedCents' },
      { name: 'Discounts', of: 'discountCents' },
      { name: 'Owed', of: 'owedCents' },
    ],
  },
  {
    title: 'Gallons by fuel',
    note: 'Gallons delivered.',
    parts: [
      { name: 'Regular', className: 'text-primary', of: 'regularGallonsTenths' },
      { name: 'Premium', className: 'text-accent', of: 'premiumGallonsTenths' },
    ],
    also: [],
  },
  {
    title: 'Ice',
    note: 'Bags delivered.',
    parts: [
      { name: 'Small bags', className: 'text-primary', of: 'smallIceBags' },
      { name: 'Large bags', className: 'text-accent', of: 'largeIceBags' },
    ],
    also: [{ name: 'Sales', of: 'iceCents' }],
  },
  {
    title: 'Deliveries',
    note: 'Completed deliveries.',
    parts: [{ name: 'Deliveries', className: 'text-primary', of: 'deliveries' }],
    also: [],
  },
  {
    title: 'Failed charges',
    note: 'Declined by the card or bank, and still unpaid.',
    parts: [{ name: 'Failed charges', className: 'text-error', of: 'failedCharges' }],
    also: [{ name: 'Amount', of: 'failedCents' }],
  },
  {
    title: 'Tax',
    note: 'Tax included in the totals of completed deliveries.',
    parts: [{ name: 'Tax included', className: 'text-primary', of: 'taxCents' }],
    also: [],
    hidesIfEmpty: true,
  },
];

/** Returns the plots of a report, without the tax if no rate applied. */
export const topicsOf = ({ total }: Pick<Report, 'total'>) =>
  TOPICS.filter(({ hidesIfEmpty, parts: [{ of }] }) => !hidesIfEmpty || total[of] !== 0);

/** @returns the label of a row, such as "Jun 13", "Jun 8–Jun 14", or "Jun 2026" */
export function periodLabel(
  { from, to }: Pick<PeriodFigures, 'from' | 'to'>,
  by: ReportPeriod,
): string {
  if (by === 'month') return formatMonth(from);
  if (from === to) return formatMonthDay(from);
  return `${formatMonthDay(from)}–${formatMonthDay(to)}`;
}
