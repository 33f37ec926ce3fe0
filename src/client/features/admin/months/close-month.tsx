import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { trpc } from '@/client/lib/trpc';
import { formatMonth } from '@/domain/dates';

/** The button that closes a month for good, and asks before it does. */
export function CloseMonth({ month }: { month: string }) {
  const utils = trpc.useUtils();
  const closing = trpc.admin.closeMonth.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const name = formatMonth(month);
  const close = async () => {
    const sure = await confirm({
      title: `Close ${name}?`,
      description:
        'This locks the month’s figures and can’t be undone. Later adjustments post to the next open month and are listed here.',
      confirmLabel: `Close ${name}`,
      cancelLabel: 'Not yet',
    });
    if (!sure) return;
    try {
      await closing.mutateAsync({ month });
      toastSuccess(`${name} is closed`);
    } catch (error) {
      toastFailure('The month was not closed', error, 'Please try again.');
    }
    await Promise.all([utils.admin.months.invalidate(), utils.admin.month.invalidate()]);
  };
  return (
    <>
      <Button size="sm" busy={closing.isPending} onClick={close}>
        Close {name}
      </Button>
      {confirmDialog}
    </>
  );
}
