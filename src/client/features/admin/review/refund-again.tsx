import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { CallButton } from './call-button';
import { MarkResolved } from './mark-resolved';
import { type RefundItem, useDecide } from './use-review-queue';

/** Makes a refund anew that the bank did not take, or leaves it to another way. */
export function RefundAgain({ item }: { item: RefundItem }) {
  const { id: itemId, delivery, refund } = item;
  const amount = formatDollars(refund.amountCents);
  const refunding = trpc.admin.refund.useMutation();
  const resolve = trpc.admin.resolveReviewItem.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const ask = async () => {
    const yes = await confirm({
      title: `Refund ${amount} for ${delivery.publicCode} again?`,
      description: 'The money goes back to the card that paid. The customer is told.',
      confirmLabel: 'Yes, refund it',
    });
    if (!yes) return;
    const input = {
      id: delivery.id,
      amount: toDollars(refund.amountCents),
      // Of the item, so that two people who press at once refund once.
      requestId: `again-${itemId}`,
      reason: 'The first refund failed',
    };
    await decide(async () => {
      const made = await refunding.mutateAsync(input);
      if (made.state === 'failed') throw new Error('The bank refused this refund as well.');
      await resolve.mutateAsync({ id: itemId, note: `${amount} refunded again` });
    }, `${amount} is refunded`);
  };
  return (
    <>
      <Button variant="primary" size="sm" icon="card" onClick={ask}>
        Refund {amount} again
      </Button>
      <CallButton name="customer" phone={delivery.customerPhone} />
      <MarkResolved item={item} />
      {confirmDialog}
    </>
  );
}
