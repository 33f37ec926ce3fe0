import { useState } from 'react';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import type { PayBalance, SaveCard } from '@/client/lib/card-outcome';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { type Delivery, DeliveryCard } from './delivery-card';
import { GuestLink } from './guest-link';
import { useCancelDelivery } from './use-cancel-delivery';

type DeliveryListProps = {
  deliveries: Delivery[];
  saveCard: SaveCard;
  payBalance: PayBalance;
  /** Shows a guest the link to keep. */
  offerLink?: boolean;
};

/** The cards, and the question before one of them is cancelled. */
export function DeliveryList(props: DeliveryListProps) {
  const { deliveries, saveCard, payBalance, offerLink } = props;
  const utils = trpc.useUtils();
  const cancel = useCancelDelivery();
  const [doubted, setDoubted] = useState<Delivery | null>(null);
  const [asking, setAsking] = useState(false);

  const ask = (delivery: Delivery) => {
    setDoubted(delivery);
    setAsking(true);
  };
  const finish = async (delivery: Delivery) => {
    sayHow(await saveCard(delivery), delivery.holdExpiresAt === null);
    void utils.booking.get.invalidate({ id: delivery.id });
    await utils.booking.list.invalidate();
  };

  return (
    <>
      <ul className="flex flex-col gap-3">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryCard
              delivery={delivery}
              onCancel={() => ask(delivery)}
              onFinish={() => finish(delivery)}
              onChangeCard={() => finish(delivery)}
              onPay={() => payBalance(delivery)}
            />
          </li>
        ))}
      </ul>
      {offerLink ? (
        <div className="mt-3">
          <GuestLink />
        </div>
      ) : null}
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
    </>
  );
}

/** Says how the saving of a card ended; nobody who cancels it has lost anything here. */
function sayHow(outcome: Awaited<ReturnType<SaveCard>>, replaces: boolean) {
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'lost' || outcome.kind === 'failed') {
    const notBegun = replaces
      ? 'Failed to create setup intent'
      : 'Failed to set up payment authorization';
    const title = outcome.kind === 'lost' ? 'Booking Failed' : notBegun;
    toast({ variant: 'destructive', title, description: outcome.message });
    return;
  }
  toast(
    replaces
      ? {
          variant: 'success',
          title: 'Card Changed',
          description: 'The new card is charged after the delivery.',
        }
      : {
          variant: 'success',
          title: 'Appointment Confirmed!',
          description:
            'Payment method authorized. Full amount will be charged after service completion.',
        },
  );
}
