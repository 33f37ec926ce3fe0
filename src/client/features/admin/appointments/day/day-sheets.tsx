import { formatLongDate } from '@/domain/dates';
import { formatPhone } from '@/domain/text';
import type { Dispatch } from '../dispatch/use-plan';
import { dockText, type Line, nameText, orderLineText, shortTimeSlot } from './line';
import { TotalsText } from './totals-text';

const COLUMNS = [
  ['', 'w-[4%]'],
  ['Window', 'w-[13%]'],
  ['Customer', 'w-[18%]'],
  ['Dock', 'w-[28%]'],
  ['Order', 'w-[25%]'],
  ['Delivered', 'w-[12%]'],
] as const;

type DaySheetsProps = { dispatch: Dispatch; lines: readonly Line[] };

/** A page for each driver with their stops of the day in order, and one for those of no driver. On paper only. */
export function DaySheets({ dispatch, lines }: DaySheetsProps) {
  const orderOf = new Map(
    dispatch.drivers.flatMap(({ stops }) => stops.map(({ id }, index) => [id, index] as const)),
  );
  const place = ({ id }: Line) => orderOf.get(id) ?? -1;
  const sheets = [...Map.groupBy(lines, ({ driverId }) => driverId)].map(([driverId, stops]) => ({
    driverId,
    name: stops[0]?.driverName ?? 'No driver',
    stops,
  }));
  return (
    <div data-print="alone" className="hidden print:block">
      {sheets.map(({ driverId, name, stops }) => (
        <section key={driverId} aria-label={`Day sheet of ${name}`} className="break-after-page">
          <h2 className="text-xl">
            {name}, {formatLongDate(dispatch.date)}
          </h2>
          <p className="mb-2">
            <TotalsText lines={stops} />
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
            <tbody>
              {stops
                .toSorted((a, b) => place(a) - place(b))
                .map((line, index) => (
                  <SheetRow key={line.id} line={line} number={index + 1} />
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

const cell = 'border-b px-1 py-0.5 align-top';

function SheetRow({ line, number }: { line: Line; number: number }) {
  const { customerPhone, boatName, gateCode, dockNote, notes, paymentChip } = line;
  const access = [gateCode && `Gate ${gateCode}`, dockNote, boatName].filter(Boolean).join(', ');
  return (
    <tr>
      <td className={`${cell} tabular`}>{number}</td>
      <td className={`${cell} tabular whitespace-nowrap`}>{shortTimeSlot(line.slotIndex)}</td>
      <td className={cell}>
        <strong>{nameText(line)}</strong>
        <br />
        {customerPhone ? formatPhone(customerPhone) : line.publicCode}
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
        {orderLineText(line)}
        <br />
        {[paymentChip, notes].filter(Boolean).join('. ')}
      </td>
      <td className={cell}>{line.status === 'completed' ? 'Delivered' : null}</td>
    </tr>
  );
}
