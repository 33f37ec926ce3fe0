import { withNoBreaks } from '@/client/lib/no-breaks';
import { type DayTotals, totalsOf } from '@/domain/dispatch/day';
import { formatDollars } from '@/domain/money';
import { formatCount } from '@/domain/text';
import type { Line } from './line';

/** The totals of some lines, such as "60 stops, 12 done · 1,240.5 gal · 85 bags of ice · $6,543.20". */
export function TotalsText({ lines }: { lines: readonly Line[] }) {
  const totals = totalsOf(lines);
  const { gallonsTenths, iceBags, priceCents } = totals;
  const parts = [
    stopsText(totals),
    gallonsTenths > 0 && withNoBreaks(`${formatCount(gallonsTenths / 10)} gal`),
    iceBags > 0 && `${formatCount(iceBags)} ${iceBags === 1 ? 'bag' : 'bags'} of ice`,
    priceCents > 0 && formatDollars(priceCents),
  ];
  return <span className="tabular">{parts.filter((part) => part !== false).join(' · ')}</span>;
}

function stopsText({ stops, done }: DayTotals): string {
  const all = `${formatCount(stops)} ${stops === 1 ? 'stop' : 'stops'}`;
  return done === 0 ? all : `${all}, ${formatCount(done)} done`;
}
