import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Pager } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { useMay } from '@/client/identity/use-may';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatMonth } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { CloseMonth } from './close-month';
import { MonthPanel } from './month-panel';

type MonthsScreenProps = {
  /** The first day of the month shown by day; null shows the latest month. */
  month: string | null;
  onMonth: (month: string) => void;
};

/** The list of months with money, and the selected one by day. */
export function MonthsScreen({ month, onMonth }: MonthsScreenProps) {
  const [page, setPage] = useState(1);
  const closes = useMay()('business');
  const list = trpc.admin.months.useQuery(
    { page },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const { data } = list;
  if (!data) {
    return list.isError ? (
      <ErrorState title="We couldn’t load the months" onRetry={() => list.refetch()}>
        {problemOf(list.error).message}
      </ErrorState>
    ) : (
      <SkeletonList label="Loading months" rows={6} rowClassName="h-12" />
    );
  }
  const shown = month ?? data.months[0]?.month;
  if (!shown) {
    return (
      <EmptyState icon="dollar" title="No payments yet">
        The first month appears here after the first payment.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Panel
        tight
        icon="calendar"
        title="Months"
        subtitle="Close each month in order after it ends. You can’t reopen a closed month."
        actions={data.closable && closes ? <CloseMonth month={data.closable} /> : null}
      >
        <section
          aria-label="All months"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard.
          tabIndex={0}
          className="overflow-x-auto rounded-field"
        >
          <table className="w-full text-[0.95rem]" aria-busy={list.isPlaceholderData}>
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-1.5 pe-3 text-start font-medium">
                  Month
                </th>
                <th scope="col" className="px-3 py-1.5 text-start font-medium">
                  Status
                </th>
                <th scope="col" className="px-3 py-1.5 text-end font-medium max-sm:hidden">
                  Stripe fees
                </th>
                <th scope="col" className="py-1.5 ps-3 text-end font-medium">
                  Net
                </th>
              </tr>
            </thead>
            <tbody className="tabular">
              {data.months.map(({ month: one, closed, figures }) => (
                <tr key={one} className="border-t border-edge/70">
                  <th scope="row" className="pe-3 text-start font-normal whitespace-nowrap">
                    <button
                      type="button"
                      aria-pressed={one === shown}
                      className="link flex min-h-11 cursor-pointer items-center aria-pressed:font-semibold aria-pressed:no-underline"
                      onClick={() => onMonth(one)}
                    >
                      {formatMonth(one)}
                    </button>
                  </th>
                  <td className="px-3">
                    <Badge tone={closed ? 'green' : 'yellow'}>{closed ? 'Closed' : 'Open'}</Badge>
                  </td>
                  <td className="px-3 text-end whitespace-nowrap max-sm:hidden">
                    {formatDollars(figures.feeCents)}
                  </td>
                  <td className="ps-3 text-end whitespace-nowrap">
                    {formatDollars(figures.netCents)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <Pager
          className="mt-4"
          label="Months"
          page={page}
          pageCount={Math.ceil(data.total / data.pageSize)}
          busy={list.isPlaceholderData}
          onPage={setPage}
        />
      </Panel>
      <MonthPanel month={shown} />
    </div>
  );
}
