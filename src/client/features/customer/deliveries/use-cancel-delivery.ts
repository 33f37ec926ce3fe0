import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Cancels an appointment, with a toast for the result. `run` resolves in every case. */
export function useCancelDelivery() {
  const utils = trpc.useUtils();
  const cancel = trpc.booking.cancel.useMutation();

  const run = async (id: string) => {
    try {
      await cancel.mutateAsync({ id });
      toast({
        variant: 'success',
        title: 'Appointment Cancelled',
        description: 'Nothing is charged.',
      });
    } catch (error) {
      const { reason, message } = problemOf(error);
      toast({
        variant: 'destructive',
        title: 'Cancellation Failed',
        // A conflict (the driver is en route) stays, so its message does not suggest to try again.
        description:
          reason === 'conflict' ? message : 'Unable to cancel your appointment. Please try again.',
      });
      if (reason === null) return;
    }
    void utils.slots.window.invalidate();
    void utils.booking.get.invalidate({ id });
    await utils.booking.list.invalidate();
  };
  return { run, isPending: cancel.isPending };
}
