import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars, minus, NO_CENTS, toDollars } from '@/domain/money';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { changeOf, correctionPlan, correctionTexts } from '@/domain/payment/correction';
import { CorrectDialog } from './correct-dialog';
import { type ChargeReviewItem, useDecide } from './use-review-queue';

/** Approves a charge in review, corrects the delivery, or writes the charge off. */
export function ChargeReviewActions({ item }: { item: ChargeReviewItem }) {
  const { delivery, held } = item;
  const { id, publicCode } = delivery;
  const release = trpc.admin.releaseCharge.useMutation();
  const forgive = trpc.admin.forgiveCharge.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const taken = held.takenCents ?? NO_CENTS;
  const unpaid = formatDollars(minus(held.totalCents, taken));
  const releaseText = useReleaseText(item);

  const charge = () => {
    const confirmedTotal = toDollars(held.totalCents);
    return decide(() => release.mutateAsync({ id, confirmedTotal }), `${publicCode} Charged`);
  };
  const writeOff = async () => {
    const yes = await confirm({
      title: `Write off ${unpaid} for ${publicCode}?`,
      description: `You won’t be able to collect this ${unpaid} later. ${
        taken > 0
          ? `The ${formatDollars(taken)} we already charged isn’t affected.`
          : 'We’ll notify the customer that they owe nothing.'
      }`,
      confirmLabel: `Write Off ${unpaid}`,
      cancelLabel: 'Keep Charge',
      danger: true,
    });
    if (yes) await decide(() => forgive.mutateAsync({ id }), `${publicCode} Written Off`);
  };

  return (
    <>
      <Button variant="primary" size="sm" icon="card" onClick={charge}>
        {releaseText}
      </Button>
      <Button variant="quiet" size="sm" icon="edit" onClick={() => setIsCorrecting(true)}>
        Correct Delivery
      </Button>
      <Button variant="ghost" size="sm" onClick={writeOff}>
        Write Off
      </Button>
      {isCorrecting ? <CorrectDialog item={item} onClose={() => setIsCorrecting(false)} /> : null}
      {confirmDialog}
    </>
  );
}

/** Pause between reads while the card is being charged for the other part. */
const REREAD_MS = 2_000;

/**
 * @returns the label of the approve button. If a part was already charged, the server's rule
 * decides it
 */
function useReleaseText({ delivery, held }: ChargeReviewItem): string {
  const { takenCents, totalCents } = held;
  const isRest = takenCents !== undefined;
  const { data } = trpc.admin.charges.useQuery(
    { id: delivery.id },
    {
      enabled: isRest,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? REREAD_MS : false),
    },
  );
  if (!isRest) return `Charge ${formatDollars(totalCents)}`;
  if (!data || isUnderWay(data)) {
    return `Charge ${formatDollars(minus(totalCents, takenCents))} More`;
  }
  const others = data.filter(({ state }) => state !== 'held');
  const hasCard = delivery.cardLast4 !== null;
  const plan = correctionPlan(others, changeOf(others, totalCents), { hasCard });
  return correctionTexts(plan).join(', ');
}

const isUnderWay = (charges: Outputs['admin']['charges'] = []) =>
  charges.some(({ state }) => UNFINISHED_CHARGE_STATES.includes(state));
