import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { MarkResolved } from './mark-resolved';
import { type DifferenceItem, useDecide } from './use-review-queue';

/** Settles what differs between the books and Stripe, with one press and a confirmation. */
export function SettleDifference({ item }: { item: DifferenceItem }) {
  const { id, delivery, difference } = item;
  const { about, amountCents } = difference;
  const amount = formatDollars(amountCents);
  const takeOver = trpc.admin.takeOverPayment.useMutation();
  const refund = trpc.admin.refundDifference.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const input = { id, amount: toDollars(amountCents) };

  const record = async () => {
    const yes = await confirm({
      title: `Take over ${amount} for ${delivery.publicCode}?`,
      description:
        about === 'no_charge'
          ? 'The delivery is completed with the gallons that this payment was for. Nothing is charged again.'
          : `The books take ${amount} as the amount that was paid. Nothing is charged.`,
      confirmLabel: 'Yes, take it over',
    });
    if (yes) await decide(() => takeOver.mutateAsync(input), `${amount} is in the books`);
  };
  const giveBack = async () => {
    const yes = await confirm({
      title: `Refund ${amount} for ${delivery.publicCode}?`,
      description: 'The money goes back to the card that paid. This cannot be undone.',
      confirmLabel: 'Yes, refund it',
      danger: true,
    });
    if (yes) await decide(() => refund.mutateAsync(input), `${amount} is refunded`);
  };
  const canTakeOver = about === 'no_charge' || about === 'figures';
  return (
    <>
      {canTakeOver ? (
        <Button variant="primary" size="sm" icon="check" onClick={record}>
          Take over {amount}
        </Button>
      ) : null}
      {about === 'figures' ? null : (
        <Button
          variant={canTakeOver ? 'quiet' : 'primary'}
          size="sm"
          icon="card"
          onClick={giveBack}
        >
          Refund {amount}
        </Button>
      )}
      <Link
        to="/admin"
        search={{ q: delivery.publicCode }}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        Open the delivery
      </Link>
      <MarkResolved item={item} />
      {confirmDialog}
    </>
  );
}
