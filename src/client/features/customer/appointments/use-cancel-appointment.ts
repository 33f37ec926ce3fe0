import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { forgetAttemptOf } from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/** The driver is en route, or the link may not cancel. */
const LASTING = new Set<string | null>(['conflict', 'prove_phone']);

/** Cancels an appointment, with a toast for the result. `run` resolves in every case. */
export function useCancelAppointment() {
  const utils = trpc.useUtils();
  const cancel = trpc.booking.cancel.useMutation();

  const run = async (id: string) => {
    try {
      await cancel.mutateAsync({ id });
      forgetAttemptOf(id);
      toastSuccess('Appointment Cancelled', 'Nothing is charged.');
    } catch (error) {
      const { reason, message } = problemOf(error);
      toastError(
        'Cancellation Failed',
        // These stay as they are, so their messages do not suggest to try again.
        LASTING.has(reason) ? message : 'Unable to cancel your appointment. Please try again.',
      );
      if (reason === null) return;
    }
    void utils.slots.window.invalidate();
    void utils.booking.get.invalidate({ id });
    await utils.booking.list.invalidate();
  };
  return { run, isPending: cancel.isPending };
}
