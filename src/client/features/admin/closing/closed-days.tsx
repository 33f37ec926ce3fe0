import { keepPreviousData } from '@tanstack/react-query';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Pager } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { sumOfLoads } from '@/domain/closing/closing';
import { formatLongDate, formatMonthDay } from '@/domain/dates';
import { LOAD_PARTS, type Load } from '@/domain/driver/on-board';
import { formatDollars, minus } from '@/domain/money';
import { varianceText } from './variance-text';

type ClosedDaysProps = {
  shown: string;
  page: number;
  onPage: (page: number) => void;
  onDate: (date: string) => void;
};

/** The closed days, newest first, and the days that aren't closed. */
export function ClosedDays({ shown, page, onPage, onDate }: ClosedDaysProps) {
  const list = trpc.admin.closedDays.useQuery(
    { page },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = list;
  const others = data?.openDays.filter((date) => date !== shown) ?? [];
  return (
    <Panel
      tight
      icon="calendar"
      title="Closed days"
      subtitle="Close days in order. You can’t reopen a closed day."
      className="no-print"
    >
      {others.length > 0 ? (
        <p className="mb-3 flex flex-wrap items-center gap-x-3">
          <span>Not closed yet:</span>
          {others.map((date) => (
            <button
              key={date}
              type="button"
              className="link min-h-11 cursor-pointer"
              onClick={() => onDate(date)}
            >
              {formatMonthDay(date)}
            </button>
          ))}
        </p>
      ) : null}
      {data ? (
        data.days.length === 0 ? (
          <EmptyState icon="calendar" title="No closed days yet" className="!py-4">
            Start with any day. After that, close each day with loads, deliveries, or cash in order.
          </EmptyState>
        ) : (
          <>
            <ul
              className="flex flex-col divide-y divide-edge/70 border-t border-edge/70"
              aria-busy={list.isPlaceholderData}
            >
              {data.days.map(({ date, closedBy, trucks, dueCents, handedInCents }) => (
                <li key={date} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                  <button
                    type="button"
                    aria-pressed={date === shown}
                    className="link flex min-h-11 cursor-pointer items-center text-start aria-pressed:font-semibold aria-pressed:no-underline"
                    onClick={() => onDate(date)}
                  >
                    {formatLongDate(date)}
                  </button>
                  <span className="tabular text-sm text-muted">
                    {summaryOf(
                      sumOfLoads(trucks.map(({ variance }) => variance)),
                      formatDollars(minus(handedInCents, dueCents)),
                    )}{' '}
                    Closed by {closedBy}.
                  </span>
                </li>
              ))}
            </ul>
            <Pager
              className="mt-4"
              label="Closed days"
              page={page}
              pageCount={Math.ceil(data.total / data.pageSize)}
              busy={list.isPlaceholderData}
              onPage={onPage}
            />
          </>
        )
      ) : list.isError ? (
        <ErrorState title="We couldn’t load the closed days" onRetry={() => list.refetch()}>
          {problemOf(list.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading closed days" rowClassName="h-12" />
      )}
    </Panel>
  );
}

/** Formats a day's variances: "Fuel −1.2 gal, ice 0, cash $0.00." */
function summaryOf(variance: Load, cash: string): string {
  const [regular, premium, small, large] = LOAD_PARTS.map((part) => varianceText(variance, part));
  return `Regular ${regular}, Premium ${premium}, bags ${small} and ${large}, cash ${cash}.`;
}
