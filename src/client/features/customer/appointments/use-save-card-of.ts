import type { SaveCard } from '@/client/appointment/card-outcome';
import { toastConfirmed, toastPaymentCancelled } from '@/client/appointment/confirmed-toast';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { noteBooked } from '@/client/lib/just-booked';
import { forgetAttemptOf, forgetDraftOf } from '@/client/lib/order-draft';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';

/**
 * Saves the first card or another card for a listed delivery, and shows the result in a toast. If
 * the customer cancels the form for a hold, the hold ends, too.
 */
export function useSaveCardOf(saveCard: SaveCard): (appointment: OwnAppointment) => Promise<void> {
  const utils = trpc.useUtils();
  const cancel = trpc.booking.cancel.useMutation();

  /**
   * Ends the hold now, as the order form does. Otherwise, it would reserve the window until it
   * expires.
   */
  const giveUp = async ({ id }: OwnAppointment) => {
    toastPaymentCancelled();
    // If its card was saved in another tab, it isn't a hold anymore.
    const current = await utils.booking.get.fetch({ id }, { staleTime: 0 });
    if (current.holdExpiresAt === null) return;
    await cancel.mutateAsync({ id });
    forgetAttemptOf(id);
    void utils.slots.window.invalidate();
  };

  return async (appointment) => {
    const outcome = await saveCard(appointment);
    toastOutcome(outcome, appointment);
    if (outcome.kind === 'saved' || outcome.kind === 'test') {
      forgetDraftOf(appointment.id);
      if (appointment.holdExpiresAt !== null) noteBooked(appointment.id);
    }
    if (outcome.kind === 'cancelled' && appointment.holdExpiresAt !== null) {
      await giveUp(appointment).catch(() => {});
    }
    void utils.booking.get.invalidate({ id: appointment.id });
    await utils.booking.list.invalidate();
  };
}

/** Shows the result in a toast, unless the customer decided to keep the old card. */
function toastOutcome(
  outcome: Awaited<ReturnType<SaveCard>>,
  { holdExpiresAt, takesFirstCard }: OwnAppointment,
) {
  const replaces = holdExpiresAt === null;
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'lost' || outcome.kind === 'failed') {
    const failedTitle = replaces
      ? 'Failed to create setup intent'
      : 'Failed to set up payment authorization';
    const title = outcome.kind === 'lost' ? 'Booking Failed' : failedTitle;
    toastError(title, outcome.message);
    return;
  }
  if (replaces) {
    toastSuccess(
      takesFirstCard ? 'Card Saved' : 'Card Changed',
      `We’ll charge ${takesFirstCard ? 'it' : 'the new card'} after delivery.`,
    );
    return;
  }
  toastConfirmed(outcome.kind);
}
