import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
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
  const total = formatDollars(held.totalCents);

  const charge = () => {
    const confirmedTotal = toDollars(held.totalCents);
    return decide(() => release.mutateAsync({ id, confirmedTotal }), `${publicCode} is charged`);
  };
  const letGo = async () => {
    const yes = await confirm({
      title: `Charge nothing for ${publicCode}?`,
      description: `${total} is not taken, now or later. The customer is told that there is nothing to pay.`,
      confirmLabel: 'Yes, forgive it',
      danger: true,
    });
    if (yes) await decide(() => forgive.mutateAsync({ id }), `${publicCode} is forgiven`);
  };

  return (
    <>
      <Button variant="primary" size="sm" icon="card" onClick={charge}>
        Charge {total}
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
