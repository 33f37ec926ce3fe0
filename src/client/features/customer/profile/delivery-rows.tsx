import { useState } from 'react';
import { LongDate } from '@/client/appointment/when';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Icon } from '@/client/components/icon';
import { problemOf } from '@/client/lib/problem';
import { formatDollars } from '@/domain/money';
import type { Details } from './delivery-details';
import { DetailsDialog } from './details-dialog';

type DeliveryRowsProps = {
  query: { isError: boolean; error: unknown; refetch: () => Promise<unknown> };
  deliveries: Details[] | undefined;
};

/** Lists completed deliveries, newest first. Each opens its receipt. */
export function DeliveryRows({ query, deliveries }: DeliveryRowsProps) {
  const [opened, setOpened] = useState<Details | null>(null);
  if (!deliveries) {
    if (!query.isError) return <SkeletonList label="Loading your history…" rows={4} />;
    return (
      <ErrorState title="We couldn’t load your history" onRetry={query.refetch}>
        {problemOf(query.error).message}
      </ErrorState>
    );
  }
  if (deliveries.length === 0) {
    return (
      <EmptyState icon="history" title="No completed deliveries yet">
        Deliveries show up here once they’re completed.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="flex flex-col divide-y divide-edge">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <button
              type="button"
              className="flex min-h-16 w-full cursor-pointer items-center gap-3 rounded-field px-2 py-2.5 text-start hover:bg-base-200"
              onClick={() => setOpened(delivery)}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  <LongDate date={delivery.date} />
                </span>
                <span className="block wrap-anywhere text-sm text-muted">
                  {delivery.publicCode} · {delivery.location}
                </span>
              </span>
              <span className="text-end">
                <span className="tabular block font-semibold">
                  {formatDollars(delivery.totalPriceCents)}
                </span>
                <span className="block text-sm text-muted">{delivery.paymentChip}</span>
              </span>
              <Icon name="chevron-right" size={20} className="text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <DetailsDialog delivery={opened} onClose={() => setOpened(null)} />
    </>
  );
}
