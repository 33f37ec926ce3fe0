import { Badge } from '@/client/components/badge';
import { EmptyState, ErrorState, Skeleton } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { StepPlot } from '@/client/components/plot/step-plot';
import { useInstants } from '@/client/lib/business-zone';
import { useNow } from '@/client/lib/now';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars, unitPrice } from '@/domain/money';

type Point = Outputs['admin']['priceHistory'][number];

const POINTS = 120;
const MINUTE_MS = 60_000;
const REFETCH_MS = 300_000;

/** The market prices over time, as a plot and as a table. */
export function PriceHistory() {
  const history = trpc.admin.priceHistory.useQuery(
    { limit: POINTS },
    { staleTime: 0, refetchInterval: REFETCH_MS },
  );
  return (
    <Panel
      tight
      icon={OTHER_ICONS.chart}
      title="Price history"
      subtitle="Market prices, without our service charge."
    >
      {history.data ? (
        history.data.length === 0 ? (
          <EmptyState icon={OTHER_ICONS.chart} title="No prices yet">
            The history starts with the first price that the feed sends or you set.
          </EmptyState>
        ) : (
          <History points={history.data} />
        )
      ) : history.isError ? (
        <ErrorState title="We couldn’t load the price history" onRetry={() => history.refetch()} />
      ) : (
        <Skeleton className="h-72 rounded-field" />
      )}
    </Panel>
  );
}

function History({ points }: { points: Point[] }) {
  const now = useNow(MINUTE_MS);
  const { formatDayOfYear, formatInstant } = useInstants();
  const newest = points.toReversed();
  return (
    <div className="grid gap-5 lg:grid-cols-[3fr_2fr] xl:grid-cols-1 2xl:grid-cols-[3fr_2fr]">
      <StepPlot
        label="Market prices of regular and premium fuel over time"
        at={points.map((point) => point.since)}
        until={Math.max(now, points.at(-1)?.since ?? 0)}
        series={[
          {
            name: 'Regular',
            className: 'text-primary',
            values: points.map((point) => point.regularCents),
          },
          {
            name: 'Premium',
            className: 'text-accent',
            values: points.map((point) => point.premiumCents),
          },
        ]}
        format={(value) => formatDollars(unitPrice(value))}
        formatAt={formatDayOfYear}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must scroll by keyboard. */}
      <section aria-label="Prices" tabIndex={0} className="max-h-80 overflow-auto rounded-field">
        <table className="w-full text-[0.95rem]">
          <thead className="sticky top-0 bg-base-100 text-start text-sm text-muted">
            <tr>
              <th className="py-1.5 pe-3 text-start font-medium">Since</th>
              <th className="px-2 py-1.5 text-end font-medium">Regular</th>
              <th className="py-1.5 ps-2 text-end font-medium">Premium</th>
            </tr>
          </thead>
          <tbody>
            {newest.map((point) => (
              <tr
                key={`${point.since}-${point.regularCents}-${point.premiumCents}-${point.isManual}`}
                className="border-t border-edge/70"
              >
                <td className="py-1.5 pe-3">
                  {formatInstant(point.since)}{' '}
                  {point.isManual ? <Badge tone="orange">Manual</Badge> : null}
                </td>
                <td className="tabular px-2 py-1.5 text-end">
                  {formatDollars(point.regularCents)}
                </td>
                <td className="tabular py-1.5 ps-2 text-end">
                  {formatDollars(point.premiumCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
