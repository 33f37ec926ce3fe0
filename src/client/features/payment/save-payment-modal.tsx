import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Dialog } from '@/client/components/dialog';
import { Money } from '@/client/components/money';
import { ErrorState, SkeletonList } from '@/client/components/states';
import type { CardOutcome, HeldBooking } from '@/client/lib/card-outcome';
import type { Outputs } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/calendar';
import { formatDollars } from '@/domain/money';
import { CardForm } from './card-form';
import { HoldClock } from './hold-clock';
import { stripeFor } from './stripe-for';
import { useConfirmSetup } from './use-confirm-setup';

export type SavePaymentProps = {
  booking: HeldBooking;
  authorization: Outputs['booking']['createPaymentAuthorization'];
  onEnd: (outcome: CardOutcome) => void;
};

const FORM_ID = 'save-payment-method';

/** Save Payment Method: nothing is due now, the card is charged after the delivery. */
export function SavePaymentModal({ booking, authorization, onEnd }: SavePaymentProps) {
  const { stripe, failed, retry } = useStripeLoading(authorization.stripe);
  const setup = useConfirmSetup({ booking, authorization, onEnd });
  const busy = setup.phase !== 'open';
  const cancel = () => onEnd({ kind: 'cancelled' });

  return (
    <Dialog
      open
      title="Save Payment Method"
      description={`${formatLongDate(booking.date)}, ${booking.time}`}
      onClose={cancel}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={setup.phase === 'authenticating'}
      alert={setup.error}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            variant="main"
            disabled={!stripe}
            busy={busy}
            busyText="Saving..."
          >
            Save Card
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4 rounded-field bg-base-200 px-4 py-3">
        <div>
          <p className="font-semibold">Amount due now</p>
          <p className="text-sm text-muted">
            About {formatDollars(booking.totalPriceCents)} after the delivery, for what you get
          </p>
        </div>
        <Money size="lg">$0.00</Money>
      </div>
      <HoldClock booking={booking} />
      <div className="mt-4">
        {stripe ? (
          <Elements stripe={stripe}>
            <CardForm formId={FORM_ID} disabled={busy} onSubmit={setup.save} onEscape={cancel} />
          </Elements>
        ) : failed ? (
          <ErrorState title="The card form could not be loaded" onRetry={retry}>
            Check your connection and try again. Your time is kept meanwhile.
          </ErrorState>
        ) : (
          <SkeletonList label="Loading the card form…" rows={3} rowClassName="h-[4.5rem]" />
        )}
      </div>
      {authorization.stripe.sandboxBase === null ? null : (
        <Callout tone="info" className="mt-4">
          Test mode: use card <span className="tabular">4242 4242 4242 4242</span> with any date to
          come and any CVC. No money moves.
        </Callout>
      )}
    </Dialog>
  );
}

function useStripeLoading(account: SavePaymentProps['authorization']['stripe']) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    try {
      setStripe(await stripeFor(account));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [account]);
  useEffect(() => void load(), [load]);
  return { stripe, failed, retry: load };
}
