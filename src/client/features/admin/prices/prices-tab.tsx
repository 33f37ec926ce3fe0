import { FuelPrices } from '@/client/appointment/fuel-prices';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { useIsEmergency } from '@/client/identity/use-emergency';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatRelativeTime } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { PriceForm } from './price-form';
import { PriceHistory } from './price-history';
import { toastPricesFailed } from './toast-prices-failed';

type Prices = Outputs['pricing']['current'];

const REFETCH_MS = 300_000;
const MINUTE_MS = 60_000;

/** The current fuel prices, the form that sets them manually, and their history. */
export function PricesTab() {
  const prices = trpc.pricing.current.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[2fr_3fr]">
      <div className="grid gap-4 md:max-xl:grid-cols-2">
        <Panel tight icon="fuel" title="Current Fuel Prices">
          {prices.data ? (
            <CurrentPrices prices={prices.data} />
          ) : prices.isError ? (
            <ErrorState title="We couldn’t load the fuel prices" onRetry={() => prices.refetch()}>
              {problemOf(prices.error).message}
            </ErrorState>
          ) : (
            <div role="status" className="flex flex-col gap-3">
              <span className="sr-only">Loading fuel prices</span>
              <Skeleton className="h-14" />
              <Skeleton className="h-14" />
              <Skeleton className="w-48" />
            </div>
          )}
        </Panel>
        <Panel tight icon="edit" title="Set prices manually">
          <PriceForm current={prices.data?.market ?? null} />
        </Panel>
      </div>
      <PriceHistory />
    </div>
  );
}

function CurrentPrices({ prices }: { prices: Prices }) {
  const now = useNow(MINUTE_MS);
  return (
    <>
      <FuelPrices prices={prices} headline="market" />
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={prices.isManual ? 'orange' : 'teal'}>
          {prices.isManual ? 'Set manually' : 'From the feed'}
        </Badge>
        {prices.updatedAt === null
          ? 'The feed hasn’t sent a price yet. These are the fallback prices.'
          : `${prices.isManual ? 'Set' : 'Updated'} ${formatRelativeTime(prices.updatedAt, now)}`}
      </p>
      <Planned />
      {prices.isManual ? <Revert /> : null}
    </>
  );
}

/** The market prices that the owner planned in Settings, if there are any. */
function Planned() {
  // Emergency access doesn't open the settings.
  const isEmergency = useIsEmergency();
  const { data } = trpc.admin.ownPrices.useQuery(undefined, { enabled: !isEmergency });
  const planned = data?.changes.filter(({ state, entry }) => state === 'upcoming' && entry.market);
  if (!planned?.length) return null;
  return (
    <section aria-label="Planned prices" className="mt-3 text-sm">
      <h3 className="text-base font-semibold">Planned prices</h3>
      <ul>
        {planned.toReversed().map(({ entry, startText }) =>
          entry.market ? (
            <li key={entry.id} className="tabular">
              From {startText}: Regular {formatDollars(entry.market.regularCents)}, Premium{' '}
              {formatDollars(entry.market.premiumCents)}
            </li>
          ) : null,
        )}
      </ul>
      <p className="text-muted">Change or cancel them in Settings → Prices and fees.</p>
    </section>
  );
}

/** Manual prices stay until staff revert them to the feed. */
function Revert() {
  const utils = trpc.useUtils();
  const reverting = trpc.admin.revertFuelPrices.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const revert = async () => {
    const yes = await confirm({
      title: 'Revert to the feed’s prices?',
      description:
        'This removes the manual prices. New orders will use the feed’s prices. Existing appointments keep their price.',
      confirmLabel: 'Revert to Feed',
      cancelLabel: 'Keep Manual Prices',
    });
    if (!yes) return;
    try {
      const prices = await reverting.mutateAsync();
      utils.pricing.current.setData(undefined, prices);
      toastSuccess(
        'Prices Updated',
        `Regular ${formatDollars(prices.market.regularCents)}, Premium ${formatDollars(prices.market.premiumCents)}, from the feed.`,
      );
    } catch (error) {
      toastPricesFailed(error);
    }
    await utils.admin.priceHistory.invalidate();
  };
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon="refresh"
        className="mt-3"
        busy={reverting.isPending}
        onClick={revert}
      >
        Revert to Feed
      </Button>
      {confirmDialog}
    </>
  );
}
