import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { CallButton } from './call-button';
import { MarkResolved } from './mark-resolved';
import { type RefundItem, useDecide } from './use-review-queue';

/** Retries a refund that the bank refused. Staff can also call the customer or resolve the item. */
export function RefundAgain({ item }: { item: RefundItem }) {
  const { id: itemId, delivery, refund } = item;
  const amount = formatDollars(refund.amountCents);
  const refunding = trpc.admin.refund.useMutation();
  const resolve = trpc.admin.resolveReviewItem.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const ask = async () => {
    const yes = await confirm({
      title: `Retry the ${amount} refund for ${delivery.publicCode}?`,
      description: 'The refund goes to the card we charged. We’ll notify the customer.',
      confirmLabel: 'Retry Refund',
      cancelLabel: 'Not Now',
    });
    if (!yes) return;
    const input = {
      id: delivery.id,
      amount: toDollars(refund.amountCents),
      // The request ID is based on the item, so that two people who press at the same time refund
      // only once.
      requestId: `again-${itemId}`,
      reason: 'The first refund failed',
    };
    await decide(async () => {
      const made = await refunding.mutateAsync(input);
      if (made.state === 'failed') throw new Error('The bank refused this refund too.');
      await resolve.mutateAsync({ id: itemId, note: `${amount} refunded again` });
    }, `${amount} Refunded`);
  };
  return (
    <>
      <Button variant="primary" size="sm" icon="card" onClick={ask}>
        Retry {amount} Refund
      </Button>
      <CallButton name="Customer" phone={delivery.customerPhone} />
      <MarkResolved item={item} />
      {confirmDialog}
    </>
  );
}
