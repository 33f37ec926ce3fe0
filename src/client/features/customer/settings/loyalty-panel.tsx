import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Money } from '@/client/components/money';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatCount } from '@/domain/text';

/** Shows the customer's points, and how to earn them. */
export function LoyaltyPanel() {
  const loyalty = trpc.account.loyalty.useQuery(undefined, { staleTime: 0 });
  const { data } = loyalty;
  return (
    <Panel title="Loyalty points" icon="tag">
      {data ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
            <Money size="lg" unit={data.points === 1 ? 'point' : 'points'}>
              {formatCount(data.points)}
            </Money>
            <span className="tabular text-muted">
              {formatCount(data.totalEarned)} earned in total
            </span>
          </p>
          <p className="mt-2 text-sm text-muted">{data.rule}</p>
        </>
      ) : loyalty.isError ? (
        <ErrorState title="We couldn’t load your points" onRetry={() => loyalty.refetch()}>
          {problemOf(loyalty.error).message}
        </ErrorState>
      ) : (
        <div role="status">
          <span className="sr-only">Loading your points…</span>
          <Skeleton className="h-9 w-40" />
        </div>
      )}
    </Panel>
  );
}
