import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';
import { useRefreshAppointments } from './use-status-changes';

const NO_PAYMENT = 'Failed to create balance payment.';

/** Retries charges, records cash, and makes refunds, each with a toast. Resolves with true on success. */
export function useMoney() {
  const refresh = useRefreshAppointments();
  const utils = trpc.useUtils();
  const retrying = trpc.admin.retryCharge.useMutation();
  const recording = trpc.admin.recordCash.useMutation();
  const refunding = trpc.admin.refund.useMutation();

  const perform = async (work: () => Promise<boolean>, otherwise: string): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      toastFailure('Payment Error', error, otherwise);
      return false;
    } finally {
      // A refusal means that the screen was out of date, so it's refreshed then too.
      await Promise.all([refresh(), utils.admin.refunds.invalidate()]);
    }
  };

  return {
    retry: ({ id }: Appointment) =>
      perform(async () => {
        const now = await retrying.mutateAsync({ id });
        if (now.balancePaid) {
          toastSuccess(
            'Payment Complete',
            `${formatDollars(now.totalPaidCents)} was charged to the saved card.`,
          );
          return true;
        }
        if (now.paymentChip === 'Processing') {
          toast({
            title: 'Charge Pending',
            description: 'The bank hasn’t confirmed it yet. The appointment will show the result.',
          });
          return true;
        }
        toastError('Payment Error', now.chargeError ?? NO_PAYMENT);
        return false;
      }, NO_PAYMENT),

    cash: (input: Inputs['admin']['recordCash']) =>
      perform(async () => {
        const now = await recording.mutateAsync(input);
        toastSuccess(
          'Cash Recorded',
          now.remainingBalanceCents > 0
            ? `The customer still owes ${formatDollars(now.remainingBalanceCents)}.`
            : `The customer has paid ${formatDollars(now.totalPaidCents)}.`,
        );
        return true;
      }, 'The cash wasn’t recorded. Try again.'),

    refund: (input: Inputs['admin']['refund']) =>
      perform(async () => {
        const refund = await refunding.mutateAsync(input);
        const amount = formatDollars(refund.amountCents);
        if (refund.state === 'failed') {
          toastError(
            'Payment Error',
            refund.errorMessage ?? `The bank refused the ${amount} refund.`,
          );
          return false;
        }
        toastSuccess(
          `${amount} Refunded`,
          refund.state === 'succeeded'
            ? 'We’ll notify the customer.'
            : 'The bank hasn’t confirmed it yet.',
        );
        return true;
      }, 'The refund wasn’t made. Try again.'),
  };
}
