import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { MarkResolved } from './mark-resolved';
import { type DifferenceItem, useDecide } from './use-review-queue';

/** Applies or refunds a payment that differs between the books and Stripe, after a confirmation. */
export function SettleDifference({ item }: { item: DifferenceItem }) {
  const { id, delivery, difference } = item;
  const { about, amountCents } = difference;
  const amount = formatDollars(amountCents);
  const takeOver = trpc.admin.takeOverPayment.useMutation();
  const refund = trpc.admin.refundDifference.useMutation();
  const decide = useDecide();
  const { confirm, confirmDialog } = useConfirm();
  const input = { id, amount: toDollars(amountCents) };

  const apply = async () => {
    const yes = await confirm({
      title: `Apply this ${amount} Stripe payment to ${delivery.publicCode}?`,
      description:
        about === 'no_charge'
          ? 'We’ll complete the delivery with the gallons this payment was for. The customer won’t be charged again.'
          : `We’ll record ${amount} as the amount paid. The customer won’t be charged again.`,
      confirmLabel: 'Apply Payment',
      cancelLabel: 'Not Now',
    });
    if (yes) await decide(() => takeOver.mutateAsync(input), `${amount} Applied`);
  };
  const returnPayment = async () => {
    const yes = await confirm({
      title: `Refund ${amount} for ${delivery.publicCode}?`,
      description: 'The refund goes to the card we charged. This can’t be undone.',
      confirmLabel: `Refund ${amount}`,
      cancelLabel: 'Keep Payment',
      danger: true,
    });
    if (yes) await decide(() => refund.mutateAsync(input), `${amount} Refunded`);
  };
  const canTakeOver = about === 'no_charge' || about === 'figures';
  return (
    <>
      {canTakeOver ? (
        <Button variant="primary" size="sm" icon="check" onClick={apply}>
          Apply {amount}
        </Button>
      ) : null}
      {about === 'figures' ? null : (
        <Button
          variant={canTakeOver ? 'quiet' : 'primary'}
          size="sm"
          icon="card"
          onClick={returnPayment}
        >
          Refund {amount}
        </Button>
      )}
      <Link
        to="/admin"
        search={{ q: delivery.publicCode }}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        Open Appointment
      </Link>
      <MarkResolved item={item} />
      {confirmDialog}
    </>
  );
}
