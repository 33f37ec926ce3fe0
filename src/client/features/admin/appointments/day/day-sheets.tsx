import { dockText } from '@/client/appointment/slip-text';
import { PhoneText } from '@/client/components/phone-link';
import { formatLongDate } from '@/domain/dates';
import { formatDollars, minus } from '@/domain/money';
import type { Dispatch } from '../dispatch/use-plan';
import { type Line, nameText, orderLineText, shortTimeSlot } from './line';
import { TotalsText } from './totals-text';

const COLUMNS = [
  ['', 'w-[3%]'],
  ['Customer', 'w-[17%]'],
  ['Dock', 'w-[37%]'],
  ['Order', 'w-[27%]'],
  ['To Collect', 'w-[9%]'],
  ['Meter', 'w-[7%]'],
] as const;

type DaySheetsProps = { dispatch: Dispatch; lines: readonly Line[] };

/**
 * The printed route sheets: a page for each driver with the day's stops in order, and a page for
 * stops without a driver. A stop has only 2 lines, and a time slot is printed once, above its
 * stops. So 20 stops fit on a page. The driver writes the meter's readings by hand.
 */
export function DaySheets({ dispatch, lines }: DaySheetsProps) {
  const orderOf = new Map(
    dispatch.drivers.flatMap(({ stops }) => stops.map(({ id }, index) => [id, index] as const)),
  );
  const rank = ({ id }: Line) => orderOf.get(id) ?? -1;
  const sheets = [...Map.groupBy(lines, ({ driverId }) => driverId)].map(([driverId, stops]) => ({
    driverId,
    name: stops[0]?.driverName ?? 'No driver',
    stops,
  }));
  return (
    <div data-print="alone" className="hidden print:block">
      {sheets.map(({ driverId, name, stops }) => (
        <section key={driverId} aria-label={`Route sheet for ${name}`} className="break-after-page">
          <h2 className="text-xl">
            {name}, {formatLongDate(dispatch.date)}
          </h2>
          <p className="mb-2">
            <TotalsText lines={stops} />. Before a delivery, the amount to collect is an estimate.
          </p>
          <table className="w-full table-fixed border-collapse text-[0.7rem] leading-tight">
            <thead>
              <tr className="border-b-2 text-start">
                {COLUMNS.map(([title, width]) => (
                  <th key={title} scope="col" className={`px-1 text-start ${width}`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {runsOf(stops.toSorted((a, b) => rank(a) - rank(b))).map(
              ({ first, slotIndex, lines: ofRun }) => (
                <tbody key={first}>
                  <tr>
                    <th
                      colSpan={COLUMNS.length}
                      scope="rowgroup"
                      className="tabular border-b px-1 pt-1 text-start"
                    >
                      {shortTimeSlot(slotIndex)}
                    </th>
                  </tr>
                  {ofRun.map((line, index) => (
                    <SheetRow key={line.id} line={line} number={first + index} />
                  ))}
                </tbody>
              ),
            )}
          </table>
        </section>
      ))}
    </div>
  );
}

/** @returns runs of stops with the same time slot, each with the number of its first stop */
function runsOf(stops: readonly Line[]) {
  const runs: { first: number; slotIndex: number; lines: Line[] }[] = [];
  for (const [index, line] of stops.entries()) {
    const last = runs.at(-1);
    if (last?.slotIndex === line.slotIndex) last.lines.push(line);
    else runs.push({ first: index + 1, slotIndex: line.slotIndex, lines: [line] });
  }
  return runs;
}

/** Without a card that works, the driver collects the money. */
function toCollectText(line: Line): string | null {
  const { paymentChip, totalPriceCents, totalPaidCents } = line;
  return WITHOUT_CARD.has(paymentChip)
    ? formatDollars(minus(totalPriceCents, totalPaidCents))
    : null;
}

const WITHOUT_CARD = new Set<Line['paymentChip']>([
  'No card',
  'Card declined',
  'Authentication needed',
]);

const cell = 'border-b px-1 py-0.5 align-top';

function SheetRow({ line, number }: { line: Line; number: number }) {
  const { customerPhone, boatName, gateCode, dockNote, driverNote, notes, paymentChip } = line;
  const toCollect = toCollectText(line);
  const access = [gateCode && `Gate ${gateCode}`, dockNote, driverNote].filter(Boolean).join(', ');
  return (
    <tr>
      <td className={`${cell} tabular`}>{number}</td>
      <td className={cell}>
        <strong>{nameText(line)}</strong>
        <br />
        {customerPhone ? <PhoneText phone={customerPhone} /> : line.publicCode}
      </td>
      <td className={cell}>
        {dockText(line)}
        {access ? (
          <>
            <br />
            {access}
          </>
        ) : null}
      </td>
      <td className={cell}>
        {[orderLineText(line), boatName].filter(Boolean).join(', ')}
        <br />
        {[toCollect ? null : paymentChip, notes].filter(Boolean).join('. ')}
      </td>
      <td className={`${cell} tabular`}>{toCollect}</td>
      <td className={cell}>
        {line.status === 'completed' ? (
          'Delivered'
        ) : (
          <>
            Start
            <br />
            End
          </>
        )}
      </td>
    </tr>
  );
}
