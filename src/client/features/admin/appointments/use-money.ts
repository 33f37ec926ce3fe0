import { toastFailure } from '@/client/components/feedback/toast-failure';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';
import { useRefreshAppointments } from './use-status-changes';

const NO_PAYMENT = 'Failed to create balance payment.';

/** Retries a charge, records cash and refunds, with a toast each. They resolve with true on success. */
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
      // Also after a refusal: the screen was out of date.
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
            title: 'The charge is under way',
            description: 'The bank has not answered yet. The card shows how it ends.',
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
          'Cash recorded',
          now.remainingBalanceCents > 0
            ? `${formatDollars(now.remainingBalanceCents)} is still to be paid.`
            : `${formatDollars(now.totalPaidCents)} paid.`,
        );
        return true;
      }, 'The cash was not recorded. Please try again.'),

    refund: (input: Inputs['admin']['refund']) =>
      perform(async () => {
        const refund = await refunding.mutateAsync(input);
        const amount = formatDollars(refund.amountCents);
        if (refund.state === 'failed') {
          toastError(
            'Payment Error',
            refund.errorMessage ?? `The bank refused to take ${amount} back.`,
          );
          return false;
        }
        toastSuccess(
          `${amount} refunded`,
          refund.state === 'succeeded'
            ? 'The customer is told.'
            : 'The bank has not confirmed it yet.',
        );
        return true;
      }, 'The refund was not made. Please try again.'),
  };
}
