import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { useMay } from '@/client/identity/use-may';
import { trpc } from '@/client/lib/trpc';
import { formatDollars, toDollars } from '@/domain/money';
import { useRefreshAppointments } from '../use-status-changes';
import { type WaitingItem, waitingButtonId } from './waiting-item';

/**
 * Approves or writes off a whole charge in review. If a part was already paid, staff need the
 * figures to decide, so there's only a link to "Needs attention".
 */
export function HeldButtons({ item }: { item: WaitingItem }) {
  const { appointment, cents } = item;
  const { id, publicCode, totalPriceCents, totalPaidCents } = appointment;
  const refresh = useRefreshAppointments();
  const releasing = trpc.admin.releaseCharge.useMutation();
  const forgiving = trpc.admin.forgiveCharge.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const decides = useMay()('concessions');
  const review = (
    <Link
      to="/admin/review"
      search={{ delivery: id }}
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
    >
      Needs attention
    </Link>
  );
  if (!decides || cents !== totalPriceCents || totalPaidCents > 0) return review;

  const decide = async (work: () => Promise<unknown>, title: string) => {
    try {
      await work();
      toastSuccess(title);
    } catch (error) {
      toastFailure('Payment Error', error, 'Nothing was changed. Try again.');
    } finally {
      await refresh();
      // The pressed button disappears together with its item, so the focus moves to the line.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.getElementById(waitingButtonId(item.key))?.focus();
      });
    }
  };
  const charge = async () => {
    const sure = await confirm({
      title: `Charge ${formatDollars(cents)} for ${publicCode}?`,
      description: 'We’ll charge the saved card for the recorded delivery.',
      confirmLabel: `Charge ${formatDollars(cents)}`,
      cancelLabel: 'Not Now',
    });
    if (!sure) return;
    const confirmedTotal = toDollars(cents);
    await decide(() => releasing.mutateAsync({ id, confirmedTotal }), `${publicCode} Charged`);
  };
  const writeOff = async () => {
    const sure = await confirm({
      danger: true,
      title: `Write off ${formatDollars(cents)} for ${publicCode}?`,
      description: `You won’t be able to collect this ${formatDollars(cents)} later. We’ll notify the customer that they owe nothing.`,
      confirmLabel: `Write Off ${formatDollars(cents)}`,
      cancelLabel: 'Keep Charge',
    });
    if (sure) await decide(() => forgiving.mutateAsync({ id }), `${publicCode} Written Off`);
  };
  return (
    <>
      <Button size="sm" icon="card" onClick={charge}>
        Approve Charge
      </Button>
      <Button size="sm" variant="ghost" onClick={writeOff}>
        Write Off
      </Button>
      {review}
      {confirmDialog}
    </>
  );
}
