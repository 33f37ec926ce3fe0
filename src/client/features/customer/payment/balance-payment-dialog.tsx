import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Money } from '@/client/components/money';
import { formatDollars } from '@/domain/money';
import { CardArea } from './card-area';
import { CardChoice, NEW_CARD } from './card-choice';
import { type BalancePayment, usePayBalance } from './use-pay-balance';
import { useStripeLoading } from './use-stripe';

export type BalanceDialogProps = {
  appointmentId: string;
  /** The date and time of the delivery. */
  deliveryText: ReactNode;
  payment: BalancePayment;
  onEnd: (result: 'paid' | 'under way' | 'left') => void;
};

const FORM_ID = 'pay-balance';
const LEAVE_QUESTION = {
  title: 'Leave without paying?',
  description: 'The card that you typed is not kept.',
};

/**
 * The saved cards to choose from. The one that was tried is offered when it only needs an
 * authentication, and not when it was declined.
 */
function offeredCards({ errorCode, savedCard, otherCards }: BalancePayment) {
  const asks = errorCode === 'authentication_required' ? savedCard : null;
  const cards = [
    ...(asks ? [{ ...asks, note: 'Your bank asks you to confirm it' }] : []),
    ...otherCards,
  ];
  return cards.map(({ paymentMethodId: id, ...card }) => ({ id, ...card }));
}

/** Pays the balance of a delivery with a saved card or a new one. */
export function BalanceDialog({ appointmentId, deliveryText, payment, onEnd }: BalanceDialogProps) {
  const loading = useStripeLoading(payment.stripe);
  const onPaid = (settled: boolean) => onEnd(settled ? 'paid' : 'under way');
  const { phase, error, payTyped, paySaved } = usePayBalance({ appointmentId, payment, onPaid });
  const cards = offeredCards(payment);
  const [chosen, setChosen] = useState(cards[0]?.id ?? NEW_CARD);
  const busy = phase !== 'open';
  const cancel = () => onEnd('left');
  const [hasTyped, setHasTyped] = useState(false);
  const paysSaved = chosen !== NEW_CARD;
  const { leave, leaveDialog } = useLeaveQuestion(!paysSaved && hasTyped, cancel, LEAVE_QUESTION);
  const button = {
    variant: 'main',
    disabled: !loading.stripe,
    busy,
    busyText: 'Paying...',
  } as const;

  return (
    <Dialog
      open
      title="Pay balance"
      description={deliveryText}
      onClose={leave}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={phase === 'authenticating'}
      alert={error}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          {paysSaved ? (
            <Button {...button} onClick={() => paySaved(loading.stripe, chosen)}>
              Pay {formatDollars(payment.amountCents)}
            </Button>
          ) : (
            <Button {...button} type="submit" form={FORM_ID}>
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
        {cards.length > 0 ? (
          <CardChoice cards={cards} value={chosen} disabled={busy} onChange={setChosen} />
        ) : null}
        {paysSaved ? null : (
          <div>
            <CardArea
              loading={loading}
              account={payment.stripe}
              reassurance="Nothing is charged meanwhile."
              formId={FORM_ID}
              disabled={busy}
              onSubmit={payTyped}
              onEscape={leave}
              onTyped={() => setHasTyped(true)}
            />
          </div>
        )}
      </div>
      {leaveDialog}
    </Dialog>
  );
}
