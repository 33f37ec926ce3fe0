import { toast } from '@/client/components/toast-store';
import type { Day, KeptAction } from './actions';

/** Toasts of the staff specification, and of what it leaves open. */
const UNREACHED = 'No message could be sent: we have no email of this customer.';

/** Said once the server has it, at once or later. */
export function sayDone(
  { action }: KeptAction,
  customerNotified: boolean | null,
  days: readonly (readonly [unknown, Day | undefined])[],
): void {
  const success = (title: string, description: string) =>
    toast({ variant: 'success', title, description });
  switch (action.kind) {
    case 'enRoute':
      return void success(
        'Status updated',
        customerNotified
          ? "Customer has been notified you're on the way!"
          : `${UNREACHED} Please call them.`,
      );
    case 'complete': {
      const deliveries = days.flatMap(([, day]) => day?.deliveries ?? []);
      const isReached = deliveries.find(({ id }) => id === action.id)?.customerReachable ?? true;
      return void success(
        'Delivery completed!',
        isReached ? 'Customer has been notified.' : UNREACHED,
      );
    }
    case 'notDelivered':
      return void success(
        'Delivery ended',
        customerNotified
          ? 'Dispatch and customer have been notified. Nothing is charged.'
          : `Dispatch has been notified. ${UNREACHED}`,
      );
    case 'report':
      return void success('Issue reported', 'Dispatch has been notified.');
    case 'order':
    case 'completePhoto':
    case 'reportPhoto':
      return;
  }
}

/** Said when the server said no; the action itself stays in sight. */
export function sayRefused({ action, refusal }: KeptAction): void {
  const title = action.kind === 'complete' ? 'Completion Failed' : 'Update Failed';
  const description =
    action.kind === 'complete'
      ? `Failed to complete the appointment: ${refusal}`
      : (refusal ?? undefined);
  toast({ variant: 'destructive', title, description });
}

/** Said when it is kept and not sent. */
export function sayWaiting(): void {
  toast({
    title: 'Waiting for signal',
    description: 'Saved on this device. It is sent as soon as there is signal.',
  });
}

/** Said when the browser could not even keep it. */
export function sayNotKept(): void {
  toast({
    variant: 'destructive',
    title: 'Update Failed',
    description: 'This device could not save it. Please try again.',
  });
}
