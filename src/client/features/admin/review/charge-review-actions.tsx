import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars, minus, NO_CENTS, toDollars } from '@/domain/money';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { changeOf, correctionPlan, correctionTexts } from '@/domain/payment/correction';
import { CorrectDialog } from './correct-dialog';
import { type ChargeReviewItem, useDecide } from './use-review-queue';

/** Charges a held delivery as it stands, corrects it, or lets it cost nothing. */
export function ChargeReviewActions({ item }: { item: ChargeReviewItem }) {
  const { delivery, held } = item;
  const { id, publicCode } = delivery;
  const release = trpc.admin.releaseCharge.useMutation();
  const forgive = trpc.admin.forgiveCharge.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const taken = held.takenCents ?? NO_CENTS;
  const waiting = formatDollars(minus(held.totalCents, taken));
  const releaseText = useReleaseText(item);

  const charge = () => {
    const confirmedTotal = toDollars(held.totalCents);
    return decide(() => release.mutateAsync({ id, confirmedTotal }), `${publicCode} is charged`);
  };
  const letGo = async () => {
    const yes = await confirm({
      title:
        taken > 0 ? `Charge nothing more for ${publicCode}?` : `Charge nothing for ${publicCode}?`,
      description: `${waiting} is not taken, now or later. ${
        taken > 0
          ? `The ${formatDollars(taken)} of the smaller total stays.`
          : 'The customer is told that there is nothing to pay.'
      }`,
      confirmLabel: 'Yes, forgive it',
      danger: true,
    });
    if (yes) await decide(() => forgive.mutateAsync({ id }), `${publicCode} is forgiven`);
  };

  return (
    <>
      <Button variant="primary" size="sm" icon="card" onClick={charge}>
        {releaseText}
      </Button>
      <Button variant="quiet" size="sm" icon="edit" onClick={() => setIsCorrecting(true)}>
        Correct
      </Button>
      <Button variant="ghost" size="sm" onClick={letGo}>
        Forgive
      </Button>
      {isCorrecting ? <CorrectDialog item={item} onClose={() => setIsCorrecting(false)} /> : null}
      {confirmDialog}
    </>
  );
}

/** Pause between two looks while the card is charged for the other part. */
const LOOK_AGAIN_MS = 2_000;

/** What the press does: of the rest of a smaller total, by the rule that the server follows. */
function useReleaseText({ delivery, held }: ChargeReviewItem): string {
  const { takenCents, totalCents } = held;
  const isRest = takenCents !== undefined;
  const { data } = trpc.admin.charges.useQuery(
    { id: delivery.id },
    {
      enabled: isRest,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
    },
  );
  if (!isRest) return `Charge ${formatDollars(totalCents)}`;
  if (!data || isUnderWay(data)) {
    return `Charge ${formatDollars(minus(totalCents, takenCents))} more`;
  }
  const others = data.filter(({ state }) => state !== 'held');
  const hasCard = delivery.cardLast4 !== null;
  const plan = correctionPlan(others, changeOf(others, totalCents), { hasCard });
  return correctionTexts(plan).join(', ');
}

const isUnderWay = (charges: Outputs['admin']['charges'] = []) =>
  charges.some(({ state }) => UNFINISHED_CHARGE_STATES.includes(state));
