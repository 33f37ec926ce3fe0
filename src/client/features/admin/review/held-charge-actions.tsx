import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, minus, NO_CENTS, toDollars } from '@/domain/money';
import { changeOf, correctionPlan, correctionTexts } from '@/domain/payment/correction';
import { CorrectDialog } from './correct-dialog';
import { type HeldItem, useDecide } from './use-review-queue';

/** Charges a held delivery as it stands, corrects it, or lets it cost nothing. */
export function HeldChargeActions({ item }: { item: HeldItem }) {
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

/** What the press does: of the rest of a smaller total, by the rule that the server follows. */
function useReleaseText({ delivery, held }: HeldItem): string {
  const { takenCents, totalCents } = held;
  const isRest = takenCents !== undefined;
  const charges = trpc.admin.charges.useQuery({ id: delivery.id }, { enabled: isRest });
  if (!isRest) return `Charge ${formatDollars(totalCents)}`;
  const rest = minus(totalCents, takenCents);
  if (!charges.data) return `Charge ${formatDollars(rest)} more`;
  const others = charges.data.filter(({ state }) => state !== 'held');
  const hasCard = delivery.cardLast4 !== null;
  return correctionTexts(correctionPlan(others, changeOf(others, totalCents), { hasCard })).join(
    ', ',
  );
}
