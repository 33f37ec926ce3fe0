import { useState } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { type Delivery, DeliveryCard } from './delivery-card';
import { GuestLink } from './guest-link';
import { useCancelDelivery } from './use-cancel-delivery';

type DeliveryListProps = {
  deliveries: Delivery[];
  saveCard: SaveCard;
  payBalance: PayBalance;
  /** Shows a guest the link to their delivery. */
  offerLink?: boolean;
};

/** The cards of several deliveries, and the question before one is cancelled. */
export function DeliveryList(props: DeliveryListProps) {
  const { deliveries, saveCard, payBalance, offerLink } = props;
  const utils = trpc.useUtils();
  const cancel = useCancelDelivery();
  const [cancelled, setCancelled] = useState<Delivery | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);

  const confirmCancel = (delivery: Delivery) => {
    setCancelled(delivery);
    setIsConfirming(true);
  };
  const saveCardOf = async (delivery: Delivery) => {
    toastOutcome(await saveCard(delivery), delivery.holdExpiresAt === null);
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
              onCancel={() => confirmCancel(delivery)}
              onFinish={() => saveCardOf(delivery)}
              onChangeCard={() => saveCardOf(delivery)}
              onPay={() => payBalance(delivery)}
            />
          </li>
        ))}
      </ul>
      {offerLink ? (
        <div className="mt-3">
          <GuestLink appointmentId={deliveries[0]?.id ?? ''} />
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        title="Cancel this delivery?"
        description={cancelled ? `${formatLongDate(cancelled.date)}, ${cancelled.time}` : undefined}
        confirmLabel="Cancel delivery"
        cancelLabel="Keep it"
        danger
        busy={cancel.isPending}
        onConfirm={async () => {
          if (cancelled) await cancel.run(cancelled.id);
          setIsConfirming(false);
        }}
        onCancel={() => setIsConfirming(false)}
      >
        Your card is not charged, and another customer can take the time.
      </ConfirmDialog>
    </>
  );
}

/** The toast after a card was saved or could not be saved; none when the customer cancelled. */
function toastOutcome(outcome: Awaited<ReturnType<SaveCard>>, replaces: boolean) {
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'lost' || outcome.kind === 'failed') {
    const failedTitle = replaces
      ? 'Failed to create setup intent'
      : 'Failed to set up payment authorization';
    const title = outcome.kind === 'lost' ? 'Booking Failed' : failedTitle;
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
