import { useState } from 'react';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { dueLaterText } from '@/domain/payment/terms';
import { CardArea } from './card-area';
import { CardChoice, NEW_CARD } from './card-choice';
import { HoldClock } from './hold-clock';
import { type CardSetup, useConfirmSetup } from './use-confirm-setup';
import { useSavedCardChoice } from './use-saved-card-choice';
import { useStripeLoading } from './use-stripe';

export type SavePaymentProps = CardSetup & {
  /** The customer's saved cards, the default one first; none for a guest. */
  cards: Outputs['account']['cards'];
};

const FORM_ID = 'save-payment-method';
const LEAVE_QUESTION = {
  title: 'Leave without a card?',
  description: 'The card that you typed is not kept.',
};

/** Saves a card, which is charged after the delivery. */
export function SavePaymentModal(props: SavePaymentProps) {
  const { appointment, authorization, cards, onEnd } = props;
  const loading = useStripeLoading(authorization.stripe);
  const setup = useConfirmSetup(props);
  const choice = useSavedCardChoice(appointment.id, onEnd);
  const [chosen, setChosen] = useState(cards[0]?.id ?? NEW_CARD);
  const busy = setup.phase !== 'open' || choice.busy;
  const isNew = chosen === NEW_CARD;
  const cancel = () => onEnd({ kind: 'cancelled' });
  const [hasTyped, setHasTyped] = useState(false);
  const { leave, leaveDialog } = useLeaveQuestion(isNew && hasTyped, cancel, LEAVE_QUESTION);

  return (
    <Dialog
      open
      title="Save Payment Method"
      description={<When {...appointment} />}
      onClose={leave}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={setup.phase === 'authenticating'}
      alert={isNew ? setup.error : choice.error}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={cancel}>
            Cancel
          </Button>
          {isNew ? (
            <Button
              type="submit"
              form={FORM_ID}
              variant="main"
              disabled={!loading.stripe}
              busy={busy}
              busyText="Saving..."
            >
              Save Card
            </Button>
          ) : (
            <Button
              variant="main"
              busy={busy}
              busyText="Saving..."
              onClick={() => choice.take(chosen)}
            >
              Use This Card
            </Button>
          )}
        </>
      }
    >
      <div className="flex items-center justify-between gap-4 rounded-field bg-base-200 px-4 py-3">
        <div>
          <p className="font-semibold">Amount due now</p>
          <p className="text-sm text-muted">{dueLaterText(appointment.totalPriceCents)}</p>
        </div>
        <Money size="lg">$0.00</Money>
      </div>
      <HoldClock appointment={appointment} />
      <div className="mt-4 flex flex-col gap-4">
        {cards.length > 0 ? (
          <CardChoice cards={cards} value={chosen} disabled={busy} onChange={setChosen} />
        ) : null}
        {isNew ? (
          <div>
            <CardArea
              loading={loading}
              account={authorization.stripe}
              reassurance="Your time is kept meanwhile."
              formId={FORM_ID}
              disabled={busy}
              onSubmit={setup.save}
              onEscape={leave}
              onTyped={() => setHasTyped(true)}
            />
          </div>
        ) : null}
      </div>
      {leaveDialog}
    </Dialog>
  );
}
