import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { useRefreshAppointments } from './use-status-changes';

/** Completes a delivery, with a toast about its charge. Resolves with true when it is recorded. */
export function useCompletion(): (input: Inputs['admin']['complete']) => Promise<boolean> {
  const refresh = useRefreshAppointments();
  const completing = trpc.admin.complete.useMutation();
  return async (input) => {
    try {
      toastCompleted(await completing.mutateAsync(input));
      return true;
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Completion Failed',
        description: `Failed to complete the appointment: ${problemOf(error).message}`,
      });
      return false;
    } finally {
      await refresh();
    }
  };
}

function toastCompleted(result: Outputs['admin']['complete']) {
  const total = formatDollars(result.totalPriceCents);
  if (result.paymentError) {
    toast({
      variant: 'destructive',
      title: 'Service Complete - Payment Issue',
      description: `The delivery is recorded, and ${total} is still to be paid. ${result.paymentError}`,
      // Staff must act on it, so it stays until it is dismissed or replaced.
      duration: Number.POSITIVE_INFINITY,
    });
    return;
  }
  if (result.paymentProcessed && result.balancePaid) {
    toast({
      variant: 'success',
      title: 'Service Complete & Paid',
      description: `${total} was charged to the saved card.`,
    });
    return;
  }
  toast({
    variant: 'success',
    title: 'Service Completed',
    description: result.testMode
      ? 'A test booking: nothing was charged.'
      : 'There was nothing to charge.',
  });
}
