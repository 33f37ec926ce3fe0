import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { Callout } from '@/client/components/feedback/callout';
import { Money } from '@/client/components/money';
import { formatDollars } from '@/domain/money';
import { expiryNote } from '@/domain/payment/card';
import { CardToUse } from './card-to-use';
import { useChosenCard } from './use-chosen-card';
import { type BalancePayment, usePayBalance } from './use-pay-balance';
import { useStripeLoading } from './use-stripe';

export type BalanceDialogProps = {
  appointmentId: string;
  deliveryText: ReactNode;
  payment: BalancePayment;
  onEnd: (result: 'paid' | 'under way' | 'left') => void;
};

const FORM_ID = 'pay-balance';

/**
 * Returns the saved cards to select from. If the card that was tried only needs authentication,
 * it's among them. If it was declined, it isn't.
 */
function offeredCards({ errorCode, savedCard, otherCards }: BalancePayment) {
  const today = new Date().toLocaleDateString('en-CA');
  const asks = errorCode === 'authentication_required' ? savedCard : null;
  const cards = [
    ...(asks ? [{ ...asks, note: 'Confirm this payment with your bank' }] : []),
    ...otherCards,
  ];
  return cards.map(({ paymentMethodId: id, ...card }) => ({
    id,
    note: expiryNote(card, today),
    ...card,
  }));
}

/** Pays the balance of a delivery with a saved card or a new one. */
export function BalanceDialog({ appointmentId, deliveryText, payment, onEnd }: BalanceDialogProps) {
  const loading = useStripeLoading(payment.stripe);
  const onPaid = (settled: boolean) => onEnd(settled ? 'paid' : 'under way');
  const { phase, error, payTyped, paySaved, payWallet } = usePayBalance({
    appointmentId,
    payment,
    onPaid,
  });
  const cards = offeredCards(payment);
  const [hasSheet, setSheet] = useState(false);
  const busy = hasSheet || phase !== 'open';
  const cancel = () => onEnd('left');
  const choice = useChosenCard(cards, { title: 'Leave without paying?', onLeave: cancel });
  const { chosen, isNew, leave, leaveDialog } = choice;
  const button = {
    variant: 'main',
    disabled: !loading.stripe,
    busy,
    busyText: 'Paying…',
  } as const;

  return (
    <Dialog
      open
      title="Pay balance"
      description={deliveryText}
      onClose={leave}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={hasSheet || phase === 'authenticating'}
      alert={error}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          {isNew ? (
            <Button {...button} type="submit" form={FORM_ID}>
              Pay {formatDollars(payment.amountCents)}
            </Button>
          ) : (
            <Button {...button} onClick={() => paySaved(loading.stripe, chosen)}>
              Pay {formatDollars(payment.amountCents)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-4 rounded-field bg-base-200 px-4 py-3">
          <p className="font-semibold">Amount due</p>
          <Money size="lg">{formatDollars(payment.amountCents)}</Money>
        </div>
        {error === null && payment.errorMessage ? (
          <Callout tone="warn">{payment.errorMessage}</Callout>
        ) : null}
        <CardToUse
          cards={cards}
          choice={choice}
          loading={loading}
          account={payment.stripe}
          reassurance="You haven’t been charged."
          formId={FORM_ID}
          disabled={busy}
          onSubmit={payTyped}
          wallet={{
            amountCents: payment.amountCents,
            onAnswer: payWallet,
            onSheet: setSheet,
          }}
        />
      </div>
      {leaveDialog}
    </Dialog>
  );
}
