import { meterDoubt } from '@/client/appointment/typed-readings';
import { toast, toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Inputs, type Outputs, trpc } from '@/client/lib/trpc';
import { type Cents, cents, formatDollars, NO_CENTS, toDollars } from '@/domain/money';
import { type Appointment, isOnAccount } from './appointment';
import { deliveryOf, useConfirmAbove } from './typed-delivery';
import { useRefreshAppointments } from './use-status-changes';

type Completion = Inputs['admin']['complete'];
/** Asks a person to confirm a total. Resolves with false if they don't. */
export type AskForTotal = (why: string, totalCents: Cents) => Promise<boolean>;

/**
 * Completes a delivery and shows a toast about its charge. A confirmation comes first if the
 * figures are far from the order, or if the dialog didn't show this total. With a reason, the
 * delivery of a cancelled appointment is recorded.
 * @returns a function that resolves with true if the delivery was recorded
 */
export function useCompletion(ask: AskForTotal) {
  const refresh = useRefreshAppointments();
  const completing = trpc.admin.complete.useMutation();
  const confirmAbove = useConfirmAbove();
  const recording = trpc.admin.recordDelivery.useMutation();

  const send = async (
    input: Completion,
    reason?: string,
  ): Promise<Outputs['admin']['complete'] | null> => {
    try {
      return reason === undefined
        ? await completing.mutateAsync(input)
        : await recording.mutateAsync({ ...input, reason });
    } catch (error) {
      const { reason: refusal, message, details } = problemOf(error);
      if (refusal !== 'needs_confirmation') throw error;
      const total = cents(Number(details?.totalCents));
      return (await ask(message, total))
        ? send({ ...input, confirmedTotal: toDollars(total) }, reason)
        : null;
    }
  };

  return async (
    appointment: Appointment,
    typed: Completion,
    recordedReason?: string,
  ): Promise<boolean> => {
    const shown = deliveryOf(appointment, typed, confirmAbove);
    const total = shown?.price.totalCents ?? NO_CENTS;
    const mismatch = appointment.testMode ? '' : meterDoubt(typed);
    const doubt = [shown?.doubtText, mismatch].filter(Boolean).join(' ');
    if (doubt && !(await ask(doubt, total))) return false;
    const expectedTotal = shown ? toDollars(total) : undefined;
    const confirmedTotal = shown && doubt ? toDollars(total) : undefined;
    try {
      const result = await send({ ...typed, expectedTotal, confirmedTotal }, recordedReason);
      if (result && isOnAccount(appointment) && result.paymentError) {
        const due = formatDollars(result.totalPriceCents);
        toastSuccess('Service Completed', `We’ll bill ${due} to the house account.`);
      } else if (result) toastCompleted(result);
      return result !== null;
    } catch (error) {
      toastError(
        'Completion Failed',
        `Failed to complete the appointment: ${problemOf(error).message}`,
      );
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
      description: `The delivery is recorded, but the customer still owes ${total}. ${result.paymentError}`,
      // Staff must act on this message, so it stays until it's dismissed or replaced.
      duration: Number.POSITIVE_INFINITY,
    });
    return;
  }
  if (result.paymentProcessed && result.balancePaid) {
    toastSuccess('Service Complete & Paid', `${total} was charged to the saved card.`);
    return;
  }
  toastSuccess(
    'Service Completed',
    result.testMode
      ? 'This is a test order, so nothing was charged.'
      : 'There was nothing to charge.',
  );
}
