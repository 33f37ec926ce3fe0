import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { useRefreshAppointments } from '../use-status-changes';
import { type WaitingItem, waitingButtonId } from './waiting-item';

/**
 * Charges or forgives what was held as a whole. The rest of a delivery whose smaller part is paid stands
 * with its figures under "Needs attention".
 */
export function HeldButtons({ item }: { item: WaitingItem }) {
  const { appointment, cents } = item;
  const { id, publicCode, totalPriceCents, totalPaidCents } = appointment;
  const refresh = useRefreshAppointments();
  const releasing = trpc.admin.releaseCharge.useMutation();
  const forgiving = trpc.admin.forgiveCharge.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const review = (
    <Link
      to="/admin/review"
      search={{ delivery: id }}
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      Needs attention
    </Link>
  );
  if (cents !== totalPriceCents || totalPaidCents > 0) return review;

  const decide = async (work: () => Promise<unknown>, title: string) => {
    try {
      await work();
      toastSuccess(title);
    } catch (error) {
      toastFailure('Payment Error', error, 'Nothing was changed. Please try again.');
    } finally {
      await refresh();
      // The buttons went with what they settled.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.getElementById(waitingButtonId(item.key))?.focus();
      });
    }
  };
  const charge = async () => {
    const sure = await confirm({
      title: `Charge ${formatDollars(cents)} for ${publicCode}?`,
      description: 'The saved card is charged for what was recorded.',
      confirmLabel: `Charge ${formatDollars(cents)}`,
    });
    if (!sure) return;
    const confirmedTotal = toDollars(cents);
    await decide(() => releasing.mutateAsync({ id, confirmedTotal }), `${publicCode} is charged`);
  };
  const forgive = async () => {
    const sure = await confirm({
      danger: true,
      title: `Charge nothing for ${publicCode}?`,
      description: `${formatDollars(cents)} is not taken, now or later. The customer is told that there is nothing to pay.`,
      confirmLabel: 'Yes, forgive it',
    });
    if (sure) await decide(() => forgiving.mutateAsync({ id }), `${publicCode} is forgiven`);
  };
  return (
    <>
      <Button size="sm" icon="card" onClick={charge}>
        Charge
      </Button>
      <Button size="sm" variant="ghost" onClick={forgive}>
        Forgive
      </Button>
      {review}
      {confirmDialog}
    </>
  );
}
