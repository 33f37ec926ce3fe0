import { keepPreviousData } from '@tanstack/react-query';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { ExportLink } from '@/client/identity/export-link';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatCount } from '@/domain/text';
import type { ActivityFilter, FilterChange } from './activity-filter';
import { ActivityFilters } from './activity-filters';
import { ActivityList } from './activity-list';

type ActivityScreenProps = {
  filter: ActivityFilter;
  onFilter: (change: FilterChange) => void;
  onClear: () => void;
};

/** The audit log, the newest entry first, with filters, a search and an export of what they let through. */
export function ActivityScreen({ filter, onFilter, onClear }: ActivityScreenProps) {
  const problem =
    filter.from && filter.to && filter.to < filter.from
      ? 'The last day must not be before the first.'
      : null;
  const activity = trpc.admin.activity.useInfiniteQuery(
    { filter },
    {
      enabled: problem === null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    },
  );
  const isFiltered = Object.values(filter).some(Boolean);
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <ActivityFilters
        filter={filter}
        problem={problem}
        onFilter={onFilter}
        actions={
          <>
            {isFiltered ? (
              <Button variant="quiet" onClick={onClear}>
                Show everything
              </Button>
            ) : null}
            <ExportLink href={`/api/admin/export/activity.csv?${new URLSearchParams(filter)}`} />
          </>
        }
      />
      {activity.data ? (
        <section aria-label="Entries" aria-busy={activity.isPlaceholderData}>
          <ActivityList entries={entries} onFilter={onFilter} />
          {entries.length === 0 && !activity.hasNextPage ? (
            <EmptyState icon="history" title="Nothing found">
              {isFiltered
                ? 'No entries match. Remove a filter to see more.'
                : 'Every change is listed here as soon as it is made.'}
            </EmptyState>
          ) : null}
          <More
            hasNext={activity.hasNextPage}
            busy={activity.isFetchingNextPage}
            failed={activity.isFetchNextPageError}
            count={entries.length}
            onMore={() => activity.fetchNextPage()}
          />
        </section>
      ) : activity.isError ? (
        <ErrorState title="The activity could not be loaded" onRetry={() => activity.refetch()}>
          {problemOf(activity.error).message}
        </ErrorState>
      ) : problem === null ? (
        <SkeletonList label="Loading the activity" rows={8} rowClassName="h-20" />
      ) : null}
    </div>
  );
}

type MoreProps = {
  hasNext: boolean;
  busy: boolean;
  failed: boolean;
  count: number;
  onMore: () => unknown;
};

/** How many entries are shown, and the way to older ones. */
function More({ hasNext, busy, failed, count, onMore }: MoreProps) {
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p role="status" className="text-sm text-muted">
        {failed
          ? 'Older entries could not be loaded.'
          : count > 0
            ? `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'} shown`
            : null}
      </p>
      {hasNext ? (
        <Button variant="quiet" busy={busy} onClick={onMore}>
          {failed ? 'Retry' : 'Show older entries'}
        </Button>
      ) : null}
    </div>
  );
}
