import type { SaveCard } from '@/client/appointment/card-outcome';
import { toastConfirmed, toastPaymentCancelled } from '@/client/appointment/confirmed-toast';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { noteBooked } from '@/client/lib/just-booked';
import { forgetAttemptOf, forgetDraftOf } from '@/client/lib/order-draft';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';

/**
 * Saves a card for a listed delivery: the first one of a hold, or another one. Tells the result. A hold
 * whose form is cancelled is cancelled too.
 */
export function useSaveCardOf(saveCard: SaveCard): (appointment: OwnAppointment) => Promise<void> {
  const utils = trpc.useUtils();
  const cancel = trpc.booking.cancel.useMutation();

  /** Ends the hold as the first form for the card does; it would expire by itself later. */
  const giveUp = async ({ id }: OwnAppointment) => {
    toastPaymentCancelled();
    // Its card may have been saved in another tab, and then it's no hold.
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

/** The toast after a card was saved or could not be saved; none when the customer keeps the old card. */
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
      `${takesFirstCard ? 'It' : 'The new card'} is charged after the delivery.`,
    );
    return;
  }
  toastConfirmed(outcome.kind);
}
