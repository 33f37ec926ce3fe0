import { useRef, useState } from 'react';
import { Consent } from '@/client/appointment/consent';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { Money } from '@/client/components/money';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { CardArea } from './card-area';
import { useConfirmSetup } from './use-confirm-setup';
import { useStripeLoading } from './use-stripe';

/** The server's answer, or null if the card was saved but the answer was lost. */
export type AddedCard = Outputs['account']['confirmCard'] | null;

export type AddCardProps = {
  setup: Outputs['account']['beginCard'];
  /** Called once the card is saved. */
  onAdded: (answer: AddedCard) => void;
  onCancel: () => void;
};

const FORM_ID = 'add-card';

/** Adds a card to the account at $0.00, without a delivery. */
export function AddCardModal({ setup, onAdded, onCancel }: AddCardProps) {
  const loading = useStripeLoading(setup.stripe);
  const begin = trpc.account.beginCard.useMutation();
  const confirm = trpc.account.confirmCard.useMutation();
  const answer = useRef<AddedCard>(null);
  const steps = useConfirmSetup({
    first: setup,
    begin: () => begin.mutateAsync(),
    report: async ({ setupIntentId }) => {
      answer.current = await confirm.mutateAsync({ setupIntentId });
      return answer.current.added;
    },
    endOf: () => null,
    onEnd: () => onAdded(answer.current),
  });
  const [hasSheet, setSheet] = useState(false);
  const [hasTyped, setHasTyped] = useState(false);
  const busy = hasSheet || steps.phase !== 'open';
  const { leave, leaveDialog } = useLeaveQuestion(hasTyped, onCancel, {
    title: 'Leave without a card?',
    description: 'Your card details won’t be saved.',
  });

  return (
    <Dialog
      open
      title="Add a card"
      description="For your next deliveries"
      onClose={leave}
      dismissible={!busy}
      backdropCloses={false}
      giveWay={hasSheet || steps.phase === 'authenticating'}
      alert={steps.error}
      note={<Consent text={steps.consent} />}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
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
        </>
      }
    >
      <div className="mb-4 flex items-center justify-between gap-4 rounded-field bg-base-200 px-4 py-3">
        <p className="font-semibold">Amount due now</p>
        <Money size="lg">$0.00</Money>
      </div>
      <CardArea
        loading={loading}
        account={setup.stripe}
        reassurance="You haven’t been charged."
        formId={FORM_ID}
        disabled={busy}
        onSubmit={steps.save}
        onEscape={leave}
        onTyped={() => setHasTyped(true)}
        wallet={{ amountCents: null, onAnswer: steps.saveWallet, onSheet: setSheet }}
      />
      {leaveDialog}
    </Dialog>
  );
}
