import type { Outputs } from '@/client/lib/trpc';
import { formatMonth, formatMonthDay } from '@/domain/calendar';
import { formatDollars } from '@/domain/money';
import type { ReportPeriod } from '@/domain/report-periods';

export type Report = Outputs['admin']['report'];
export type ReportRow = Report['rows'][number];
type Figures = Report['total'];
/** The figures that are numbers of one kind. */
type FigureName = keyof Figures;

/** What the address says; empty dates are the usual stretch. */
export type ReportView = { by: ReportPeriod; from: string; to: string };

/** One plot with its numbers: parts that add up, and what else is said beside them. */
export type Topic = {
  title: string;
  /** Under the title: what counts. */
  note: string;
  unit: number;
  parts: { name: string; className: string; of: FigureName }[];
  format: (value: number) => string;
  /** Columns after those of the parts. */
  also: { name: string; of: FigureName; format: (value: number) => string }[];
};

const count = (value: number) => value.toLocaleString('en-US');
const gallons = (tenths: number) => (tenths / 10).toLocaleString('en-US');

export const TOPICS: readonly Topic[] = [
  {
    title: 'Revenue',
    note: 'Paid, less what was given back, on the day of the delivery.',
    unit: 100,
    parts: [
      { name: 'By card', className: 'text-primary', of: 'cardCents' },
      { name: 'Cash', className: 'text-accent', of: 'cashCents' },
    ],
    format: formatDollars,
    also: [
      { name: 'Refunded', of: 'refundedCents', format: formatDollars },
      { name: 'Owed', of: 'owedCents', format: formatDollars },
    ],
  },
  {
    title: 'Gallons by fuel',
    note: 'As delivered.',
    unit: 10,
    parts: [
      { name: 'Regular', className: 'text-primary', of: 'regularGallonsTenths' },
      { name: 'Premium', className: 'text-accent', of: 'premiumGallonsTenths' },
    ],
    format: gallons,
    also: [],
  },
  {
    title: 'Ice',
    note: 'Bags that were delivered.',
    unit: 1,
    parts: [
      { name: 'Small bags', className: 'text-primary', of: 'smallIceBags' },
      { name: 'Large bags', className: 'text-accent', of: 'largeIceBags' },
    ],
    format: count,
    also: [{ name: 'Sold for', of: 'iceCents', format: formatDollars }],
  },
  {
    title: 'Deliveries',
    note: 'Completed ones.',
    unit: 1,
    parts: [{ name: 'Deliveries', className: 'text-primary', of: 'deliveries' }],
    format: count,
    also: [],
  },
  {
    title: 'Failed charges',
    note: 'Refused by the card or its bank, and not settled since.',
    unit: 1,
    parts: [{ name: 'Failed charges', className: 'text-error', of: 'failedCharges' }],
    format: count,
    also: [{ name: 'Amount', of: 'failedCents', format: formatDollars }],
  },
];

/** "Jun 13", "Jun 8 – Jun 14" or "Jun 2026"; a period cut by the range says which days it has. */
export function periodLabel(
  { from, to }: Pick<ReportRow, 'from' | 'to'>,
  by: ReportPeriod,
): string {
  if (by === 'month') return formatMonth(from);
  if (from === to) return formatMonthDay(from);
  return `${formatMonthDay(from)} – ${formatMonthDay(to)}`;
}
