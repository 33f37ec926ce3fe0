import { useEffect, useState } from 'react';
import { Button } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import type { CallContext } from '@/client/lib/person-link';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

type UndoEnRouteProps = { delivery: Delivery; userId: string; aheadMs: number | null };

/** Undoes En Route. The button disappears when the server's time limit ends. */
export function UndoEnRoute({ delivery, userId, aheadMs }: UndoEnRouteProps) {
  const utils = trpc.useUtils();
  const undoing = trpc.driver.undoEnRoute.useMutation({
    trpc: { context: { actsFor: userId } satisfies CallContext },
  });
  const endsAt = (delivery.undoUntil ?? 0) - (aheadMs ?? 0);
  const [isOver, setIsOver] = useState(() => endsAt <= Date.now());
  useEffect(() => {
    const left = endsAt - Date.now();
    setIsOver(left <= 0);
    const timer = setTimeout(() => setIsOver(true), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [endsAt]);
  // Days stored by older builds don't have the time limit.
  if (!delivery.undoUntil || (isOver && !undoing.isPending)) return null;

  const undo = async () => {
    try {
      const { customerNotified } = await undoing.mutateAsync({ id: delivery.id });
      toastSuccess(
        'Back to Scheduled',
        customerNotified
          ? 'We emailed the customer that you’re not on the way yet.'
          : 'We have no email for this customer. Call them.',
      );
    } catch (error) {
      toastError('Not Undone', problemOf(error).message);
    } finally {
      await utils.driver.day.invalidate();
    }
  };
  return (
    <Button variant="quiet" size="lg" block busy={undoing.isPending} onClick={undo}>
      Undo En Route
    </Button>
  );
}
