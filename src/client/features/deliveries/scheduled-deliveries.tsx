import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { Panel } from '@/client/components/panel';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import type { SaveCard } from '@/client/lib/card-outcome';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { type Delivery, DeliveryCard } from './delivery-card';
import { useCancelDelivery } from './use-cancel-delivery';

/** Where the page may scroll to after a booking. */
export const DELIVERIES_ID = 'scheduled-deliveries';

type ScheduledDeliveriesProps = {
  /** Finishes a booking that still waits for its card. */
  saveCard: SaveCard;
  onLogin: () => void;
  /** Whether somebody is signed in; a visitor is told what an account would show here. */
  signedIn: boolean;
};

/** The customer's deliveries, in the order of the calendar, with what can be done about each. */
export function ScheduledDeliveries({ saveCard, onLogin, signedIn }: ScheduledDeliveriesProps) {
  const list = trpc.booking.list.useQuery();
  const [doubted, setDoubted] = useState<Delivery | null>(null);
  const [asking, setAsking] = useState(false);
  const cancel = useCancelDelivery();

  const ask = (delivery: Delivery) => {
    setDoubted(delivery);
    setAsking(true);
  };
  const finish = async (delivery: Delivery) => {
    await saveCard(delivery);
    await list.refetch();
  };

  return (
    <Panel
      id={DELIVERIES_ID}
      title="Scheduled Deliveries"
      className="scroll-mt-4"
      actions={
        list.data?.length ? (
          <IconButton
            icon="refresh"
            label="Refresh deliveries"
            size="sm"
            className="-my-1"
            onClick={() => list.refetch()}
          />
        ) : null
      }
    >
      {list.data === undefined ? (
        list.isError ? (
          <ErrorState title="Your deliveries could not be loaded" onRetry={() => list.refetch()}>
            {problemOf(list.error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading deliveries…" rows={2} rowClassName="h-36" />
        )
      ) : list.data.length === 0 ? (
        <EmptyState
          icon="boat"
          title="Nothing scheduled yet"
          action={
            signedIn ? null : (
              <Button variant="quiet" size="sm" onClick={onLogin}>
                Login
              </Button>
            )
          }
        >
          {signedIn ? 'A delivery you schedule is listed here.' : 'Sign in to see your deliveries.'}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-3">
          {list.data.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryCard
                delivery={delivery}
                onCancel={() => ask(delivery)}
                onFinish={() => finish(delivery)}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        title="Cancel this delivery?"
        description={doubted ? `${formatLongDate(doubted.date)}, ${doubted.time}` : undefined}
        confirmLabel="Cancel delivery"
        cancelLabel="Keep it"
        danger
        busy={cancel.isPending}
        onConfirm={async () => {
          if (doubted) await cancel.run(doubted.id);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        Your card is not charged, and the time is free for somebody else.
      </ConfirmDialog>
    </Panel>
  );
}
