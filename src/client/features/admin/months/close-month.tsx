import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { trpc } from '@/client/lib/trpc';
import { formatMonth, formatMonthDay } from '@/domain/dates';

/** Closes a month for good, after a confirmation. */
export function CloseMonth({ month }: { month: string }) {
  const utils = trpc.useUtils();
  const closing = trpc.admin.closeMonth.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const name = formatMonth(month);
  const close = async () => {
    const { openDays = [] } = await utils.admin.month.fetch({ month }).catch(() => NO_DAYS);
    const sure = await confirm({
      title: `Close ${name}?`,
      description: `${openDaysText(openDays)}This locks the month’s figures and can’t be undone. Later adjustments count in the next open month and are listed here.`,
      confirmLabel: `Close ${name}`,
      cancelLabel: 'Keep Open',
    });
    if (!sure) return;
    try {
      await closing.mutateAsync({ month, leavesDaysOpen: openDays.length > 0 });
      toastSuccess(`${name} Closed`);
    } catch (error) {
      toastFailure('Month Not Closed', error, 'Nothing was changed. Try again.');
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

/** Without an answer, the server refuses to close the month and names the days. */
const NO_DAYS: { openDays?: string[] } = {};

/** Names the month's days that aren't closed. */
const openDaysText = (days: readonly string[]) =>
  days.length === 0 ? '' : `These days aren’t closed: ${days.map(formatMonthDay).join(', ')}. `;
