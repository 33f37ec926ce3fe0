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

/** The audit log, newest entry first, with filters, search, and an export of the matches. */
export function ActivityScreen({ filter, onFilter, onClear }: ActivityScreenProps) {
  const problem =
    filter.from && filter.to && filter.to < filter.from
      ? 'The end date can’t be before the start date.'
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
                Show Everything
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
            <EmptyState icon="history" title="No activity found">
              {isFiltered
                ? 'No entries match. Remove a filter to see more.'
                : 'Changes show up here as they happen.'}
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
        <ErrorState title="We couldn’t load the activity" onRetry={() => activity.refetch()}>
          {problemOf(activity.error).message}
        </ErrorState>
      ) : problem === null ? (
        <SkeletonList label="Loading activity" rows={8} rowClassName="h-20" />
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

/** The number of entries shown, and the button that loads older ones. */
function More({ hasNext, busy, failed, count, onMore }: MoreProps) {
  return (
    <div className="mt-4 flex flex-col items-center gap-2">
      <p role="status" className="text-sm text-muted">
        {failed
          ? 'We couldn’t load older entries.'
          : count > 0
            ? `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'} shown`
            : null}
      </p>
      {hasNext ? (
        <Button variant="quiet" busy={busy} onClick={onMore}>
          {failed ? 'Retry' : 'Show Older Entries'}
        </Button>
      ) : null}
    </div>
  );
}
