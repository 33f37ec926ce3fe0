import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** Cancels a booking and says how it went. `run` resolves in every case. */
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
        // A driver on the way stays on the way: trying again would not help.
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
