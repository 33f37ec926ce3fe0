import { useState } from 'react';
import { Consent } from '@/client/appointment/consent';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { Checkbox } from '@/client/components/form/checkbox';
import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { expiryForDelivery } from '@/domain/payment/card';
import { dueLaterText } from '@/domain/payment/terms';
import { CardToUse } from './card-to-use';
import { HoldClock } from './hold-clock';
import { type CardSetup, useAppointmentSetup } from './use-appointment-setup';
import { useChosenCard } from './use-chosen-card';
import { useExpiryQuestion } from './use-expiry-question';
import { useKeepChoice } from './use-keep-choice';
import { useSavedCardChoice } from './use-saved-card-choice';
import { useStripeLoading } from './use-stripe';

export type SavePaymentProps = CardSetup & {
  /** The customer's saved cards, the default one first. A guest has none. */
  cards: Outputs['account']['cards'];
};

const FORM_ID = 'save-payment-method';

/** Saves the card that we'll charge after the delivery. */
export function SavePaymentModal(props: SavePaymentProps) {
  const { appointment, authorization, cards, onEnd } = props;
  const loading = useStripeLoading(authorization.stripe);
  const { mayExpire, expiryDialog } = useExpiryQuestion(appointment.date);
  const keep = useKeepChoice(appointment.id, authorization.keepsCard);
  const setup = useAppointmentSetup(props, { mayKeep: mayExpire, sendChoices: keep.send });
  const saved = useSavedCardChoice(appointment, onEnd, async (id) => {
    const card = cards.find((one) => one.id === id);
    return !card || mayExpire(card);
  });
  const [hasSheet, setSheet] = useState(false);
  const busy = hasSheet || setup.phase !== 'open' || saved.busy;
  const cancel = () => onEnd({ kind: setup.isSaved ? 'saved' : 'cancelled' });
  const choice = useChosenCard(cards, { title: 'Leave without a card?', onLeave: cancel });
  const { chosen, isNew, leave, leaveDialog } = choice;

  return (
    <Dialog
      open
      title="Save Payment Method"
      description={<When {...appointment} />}
      onClose={leave}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={hasSheet || setup.phase === 'authenticating'}
      alert={isNew ? setup.error : saved.error}
      note={<Consent text={setup.consent} />}
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
              onClick={() => saved.take(chosen)}
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
          <p className="text-sm text-muted">
            {dueLaterText(appointment.totalPriceCents, appointment.fillUp)}
          </p>
        </div>
        <Money size="lg">$0.00</Money>
      </div>
      {setup.isSaved ? null : <HoldClock appointment={appointment} />}
      <div className="mt-4 flex flex-col gap-4">
        <CardToUse
          cards={cards.map((card) => ({
            ...card,
            note: expiryForDelivery(card, appointment.date),
          }))}
          choice={choice}
          loading={loading}
          account={authorization.stripe}
          reassurance="We’re still holding your window."
          formId={FORM_ID}
          disabled={busy}
          onSubmit={setup.save}
          wallet={{ amountCents: null, onAnswer: setup.saveWallet, onSheet: setSheet }}
        />
        {isNew && keep.isAsked ? (
          <Checkbox
            label="Keep this card for next time"
            hint={
              keep.isKept
                ? undefined
                : 'We’ll use this card for this delivery only, and remove it after you’ve paid.'
            }
            checked={keep.isKept}
            disabled={busy}
            onChange={({ target }) => keep.choose(target.checked)}
          />
        ) : null}
      </div>
      {leaveDialog}
      {expiryDialog}
    </Dialog>
  );
}
