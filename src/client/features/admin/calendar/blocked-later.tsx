import { Fragment, useId } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { type CalendarDate, daysBetween, formatMonthDay } from '@/domain/dates';
import { formatCount } from '@/domain/text';
import { type BlockedRange, type CalendarChanges, useBlockedLater } from './use-calendar';

/** Lists what staff blocked after the days of the picker, and opens it. */
export function BlockedLater({ changes }: { changes: CalendarChanges }) {
  const headingId = useId();
  const { confirm, confirmDialog } = useConfirm();
  const later = useBlockedLater();
  const { data } = later;

  const open = async (range: BlockedRange) => {
    const isOneDay = range.from === range.to;
    const yes = await confirm({
      title: isOneDay ? 'Open this day?' : 'Open these days?',
      description: `${datesText(range)}. Customers will be able to book all blocked windows again.`,
      confirmLabel: isOneDay ? 'Open Day' : 'Open Days',
      cancelLabel: 'Keep Blocked',
    });
    if (yes) await changes.openDays({ from: range.from, to: range.to });
  };

  return (
    <section aria-labelledby={headingId} className="mt-4 border-t border-edge/70 pt-3">
      <h3 id={headingId}>Blocked later</h3>
      {!data ? (
        later.isError ? (
          <ErrorState title="We couldn’t load the later blocks" onRetry={() => later.refetch()} />
        ) : (
          <Skeleton className="mt-2 h-6" />
        )
      ) : data.ranges.length === 0 ? (
        <p className="mt-1 text-muted">No blocked days after {formatMonthDay(data.lastShown)}</p>
      ) : (
        <ul className="divide-y divide-edge/70">
          {data.ranges.map((range) => (
            <li key={range.from} className="flex items-center justify-between gap-3 py-2">
              <span className="tabular min-w-0">
                <span className="block font-medium">{datesText(range)}</span>
                <span className="block text-sm text-muted">
                  <Amount {...range} />
                </span>
              </span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Open ${datesText(range)}`}
                onClick={() => open(range)}
              >
                Open
              </Button>
            </li>
          ))}
          {data.more > 0 ? (
            <li className="py-2 text-muted">and {formatCount(data.more)} more</li>
          ) : null}
        </ul>
      )}
      {confirmDialog}
    </section>
  );
}

const dateText = (date: CalendarDate) => `${formatMonthDay(date)}, ${date.slice(0, 4)}`;

/** Formats the dates of a range: "Dec 20, 2026 to Jan 5, 2027". */
const datesText = ({ from, to }: BlockedRange) =>
  from === to ? dateText(from) : `${dateText(from)} to ${dateText(to)}`;

/** Shows how much of a range is blocked: "17 days", or each day's windows. */
function Amount({ from, to, windows }: BlockedRange) {
  const count = daysBetween(from, to) + 1;
  const days = `${formatCount(count)} day${count === 1 ? '' : 's'}`;
  if (windows === null) return days;
  return (
    <>
      {count === 1 ? '' : `${days}: `}
      {windows.map((label, i) => (
        <Fragment key={label}>
          {i === 0 ? '' : ', '}
          <span className="whitespace-nowrap">{label}</span>
        </Fragment>
      ))}
    </>
  );
}
