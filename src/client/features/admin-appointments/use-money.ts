import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, trpc } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import type { Appointment } from './appointment';
import { useRefreshAppointments } from './use-status-changes';

const REFUSALS = ['conflict', 'invalid_input', 'not_found', 'payment_failed', 'unavailable'];
const NO_PAYMENT = 'Failed to create balance payment.';

function sayFailed(error: unknown, otherwise: string) {
  const { reason, message } = problemOf(error);
  const refused = reason !== null && REFUSALS.includes(reason);
  toast({
    variant: 'destructive',
    title: 'Payment Error',
    description: refused ? message : otherwise,
  });
}

/** Retry charge, Record cash and Refund, each with its toast. True when the money moved. */
export function useMoney() {
  const refresh = useRefreshAppointments();
  const utils = trpc.useUtils();
  const retrying = trpc.admin.retryCharge.useMutation();
  const recording = trpc.admin.recordCash.useMutation();
  const refunding = trpc.admin.refund.useMutation();

  const settle = async (work: () => Promise<boolean>, otherwise: string): Promise<boolean> => {
    try {
      return await work();
    } catch (error) {
      sayFailed(error, otherwise);
      return false;
    } finally {
      // Also after a refusal: what is on screen was not what the server knew.
      await Promise.all([refresh(), utils.admin.refunds.invalidate()]);
    }
  };

  return {
    retry: ({ id }: Appointment) =>
      settle(async () => {
        const now = await retrying.mutateAsync({ id });
        if (now.balancePaid) {
          toast({
            variant: 'success',
            title: 'Payment Complete',
            description: `${formatDollars(now.totalPaidCents)} was charged to the saved card.`,
          });
          return true;
        }
        if (now.paymentChip === 'Processing') {
          toast({
            title: 'The charge is under way',
            description: 'The bank has not answered yet. The card shows how it ends.',
          });
          return true;
        }
        toast({
          variant: 'destructive',
          title: 'Payment Error',
          description: now.chargeError ?? NO_PAYMENT,
        });
        return false;
      }, NO_PAYMENT),

    cash: ({ id }: Appointment, note: string) =>
      settle(async () => {
        const now = await recording.mutateAsync({ id, note });
        toast({
          variant: 'success',
          title: 'Cash recorded',
          description: `${formatDollars(now.totalPaidCents)} paid in cash.`,
        });
        return true;
      }, 'The cash was not recorded. Please try again.'),

    refund: (input: Inputs['admin']['refund']) =>
      settle(async () => {
        const refund = await refunding.mutateAsync(input);
        const amount = formatDollars(refund.amountCents);
        if (refund.state === 'failed') {
          toast({
            variant: 'destructive',
            title: 'Payment Error',
            description: refund.errorMessage ?? `The bank refused to take ${amount} back.`,
          });
          return false;
        }
        toast({
          variant: 'success',
          title: `${amount} refunded`,
          description:
            refund.state === 'succeeded'
              ? 'The customer is told.'
              : 'The bank has not confirmed it yet.',
        });
        return true;
      }, 'The refund was not made. Please try again.'),
  };
}
