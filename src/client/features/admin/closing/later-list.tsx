import { Panel } from '@/client/components/panel';
import { formatMonthDay } from '@/domain/dates';
import { LOAD_LABELS, LOAD_PARTS, type Load } from '@/domain/driver/on-board';
import { type Cents, formatDollars } from '@/domain/money';
import type { ClosingDay } from './closing-day';
import { varianceText } from './variance-text';

/** Corrections after a day was closed: on that day, and on the day to which they're posted. */
export function LaterList({ day }: { day: ClosingDay }) {
  const isClosed = day.closed !== null;
  return (
    <Panel
      tight
      icon="history"
      title={isClosed ? 'Changes after close' : 'Changes to closed days'}
      subtitle={
        isClosed
          ? 'These don’t change this day’s figures.'
          : 'They were made after their own day was closed, so they count toward this day.'
      }
    >
      <ul className="flex flex-col divide-y divide-edge/70 border-t border-edge/70">
        {day.later.map(({ key, publicCode, date, postedOn, load, cents }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              {load ? 'Delivery' : 'Cash'} {publicCode}, {formatMonthDay(date)}
              {isClosed ? (
                <span className="block text-sm text-muted">
                  {postedOn
                    ? `Posted to ${formatMonthDay(postedOn)}.`
                    : 'Posted to the next open day.'}
                </span>
              ) : null}
            </span>
            <span className="tabular">
              {load ? deliveredText(load) : formatDollars((cents ?? 0) as Cents)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Formats more or less delivered: "Regular −5 delivered". */
const deliveredText = (load: Load) =>
  LOAD_PARTS.filter((part) => load[part] !== 0)
    .map((part) => `${LOAD_LABELS[part]} ${varianceText(load, part)}`)
    .join(', ');
