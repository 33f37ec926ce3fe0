import { FuelPrices } from '@/client/appointment/fuel-prices';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Money } from '@/client/components/money';
import { Panel } from '@/client/components/panel';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatRelativeTime } from '@/domain/dates';
import { formatDollars } from '@/domain/money';

const REFETCH_MS = 300_000;
const MINUTE_MS = 60_000;

/** Shows the local fuel prices, fetched again every 5 minutes. */
export function FuelPriceCard() {
  const prices = trpc.pricing.current.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  return (
    <Panel title="Current Fuel Prices" icon="fuel">
      {prices.data ? (
        <Prices prices={prices.data} />
      ) : prices.isError ? (
        <ErrorState title="We couldn’t load fuel prices" onRetry={() => prices.refetch()}>
          {problemOf(prices.error).message}
        </ErrorState>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">Loading fuel prices…</span>
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="w-48" />
        </div>
      )}
    </Panel>
  );
}

function Prices({ prices }: { prices: Outputs['pricing']['current'] }) {
  return (
    <>
      <FuelPrices prices={prices} headline="delivered" />
      <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-edge py-2.5">
        <span className="tabular min-w-[min(100%,9rem)] flex-1 text-sm text-muted">
          {formatDollars(prices.list.iceFeeCents)} for ice alone,{' '}
          {formatDollars(prices.list.bothFeeCents)} for fuel and ice
        </span>
        <Money size="lg" unit="delivery">
          {formatDollars(prices.list.fuelFeeCents)}
        </Money>
      </p>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <LastUpdated at={prices.updatedAt} />
        <span>
          {prices.isManual ? 'Our pump' : 'Local stations'}, {prices.zipCode}
        </span>
      </p>
    </>
  );
}

function LastUpdated({ at }: { at: number | null }) {
  const now = useNow(MINUTE_MS);
  if (at === null) return <span>Standard prices for now</span>;
  return (
    <span>
      Last updated <time dateTime={new Date(at).toISOString()}>{formatRelativeTime(at, now)}</time>
    </span>
  );
}
