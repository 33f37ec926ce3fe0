import { useState } from 'react';
import type { PayBalance, SaveCard } from '@/client/appointment/card-outcome';
import { When } from '@/client/appointment/when';
import { ConfirmDialog } from '@/client/components/confirm-dialog';
import { DeliveryCard } from './delivery-card';
import type { Delivery } from './delivery-text';
import { GuestLink } from './guest-link';
import { useCancelDelivery } from './use-cancel-delivery';
import { useSaveCardOf } from './use-save-card-of';

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
  const saveCardOf = useSaveCardOf(saveCard);
  const cancel = useCancelDelivery();
  const [cancelled, setCancelled] = useState<Delivery | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);

  const confirmCancel = (delivery: Delivery) => {
    setCancelled(delivery);
    setIsConfirming(true);
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
        description={cancelled && <When {...cancelled} />}
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
