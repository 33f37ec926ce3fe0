import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { useMay } from '@/client/identity/use-may';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import type { ClosingDay } from './closing-day';
import { useReadDayAgain } from './use-read-day-again';

/** Closes the day for good, or says what must be done first. */
export function CloseDay({ day, seen }: { day: ClosingDay; seen: string }) {
  const closing = trpc.admin.closeDay.useMutation();
  const readAgain = useReadDayAgain();
  const closes = useMay()('closing');
  const { confirm, confirmDialog } = useConfirm();
  const { date, problems } = day;
  if (problems.length > 0) {
    return (
      <Callout title="Before you close the day" className="no-print">
        <ul className="ms-5 list-disc">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Callout>
    );
  }
  if (!closes) {
    return (
      <Callout tone="success" title="Ready to close" className="no-print">
        An owner or an accountant can close the day now.
      </Callout>
    );
  }
  const close = async () => {
    const sure = await confirm({
      title: `Close ${formatLongDate(date)}?`,
      description:
        'This locks the day’s figures and can’t be undone. Later corrections, refunds, and driver updates are posted to the next open day.',
      confirmLabel: 'Close Day',
      cancelLabel: 'Keep Open',
    });
    if (!sure) return;
    try {
      await closing.mutateAsync({ date, seen });
      toastSuccess('Day Closed');
    } catch (error) {
      toastFailure('Day Not Closed', error, 'Nothing was changed. Try again.');
    }
    await readAgain();
  };
  return (
    <div className="no-print">
      <Button size="lg" busy={closing.isPending} busyText="Closing…" onClick={close}>
        Close Day
      </Button>
      {confirmDialog}
    </div>
  );
}
