import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { forgetAttemptOf } from '@/client/lib/order-draft';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/**
 * Refusals for which trying again can't help: the driver is en route, or the link needs the phone
 * number's digits.
 */
const LASTING = new Set<string | null>(['conflict', 'prove_phone']);

/** Cancels an appointment and shows the result in a toast. `run` never rejects. */
export function useCancelAppointment() {
  const utils = trpc.useUtils();
  const cancel = trpc.booking.cancel.useMutation();

  const run = async (id: string) => {
    try {
      await cancel.mutateAsync({ id });
      forgetAttemptOf(id);
      toastSuccess('Appointment Cancelled', 'You won’t be charged.');
    } catch (error) {
      const { reason, message } = problemOf(error);
      toastError(
        'Cancellation Failed',
        // The server's message for a lasting refusal doesn't suggest trying again.
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
