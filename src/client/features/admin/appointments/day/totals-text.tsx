import { type DayTotals, totalsOf } from '@/domain/dispatch/day';
import { formatDollars } from '@/domain/money';
import type { Line } from './line';

/** "60 stops, 12 done · 1,240.5 gal · 85 bags of ice · $6,543.20" */
export function TotalsText({ lines }: { lines: readonly Line[] }) {
  const totals = totalsOf(lines);
  return (
    <span className="tabular">
      {stopsText(totals)} · {count(totals.gallonsTenths / 10)} gal · {count(totals.iceBags)}{' '}
      {totals.iceBags === 1 ? 'bag' : 'bags'} of ice · {formatDollars(totals.priceCents)}
    </span>
  );
}

const count = (number: number) => number.toLocaleString('en-US');

function stopsText({ stops, done }: DayTotals): string {
  const all = `${count(stops)} ${stops === 1 ? 'stop' : 'stops'}`;
  return done === 0 ? all : `${all}, ${count(done)} done`;
}
