import type { SaveCard } from '@/client/appointment/card-outcome';
import { toastConfirmed } from '@/client/appointment/confirmed-toast';
import { toastError, toastSuccess } from '@/client/components/toast-store';
import { noteBooked } from '@/client/lib/just-booked';
import { forgetDraftOf } from '@/client/lib/order-draft';
import { trpc } from '@/client/lib/trpc';
import type { OwnAppointment } from './appointment-text';

/** Saves a card for a listed delivery: the first one of a hold, or another one. Tells the result. */
export function useSaveCardOf(saveCard: SaveCard): (appointment: OwnAppointment) => Promise<void> {
  const utils = trpc.useUtils();
  return async (appointment) => {
    const outcome = await saveCard(appointment);
    toastOutcome(outcome, appointment);
    if (outcome.kind === 'saved' || outcome.kind === 'test') {
      forgetDraftOf(appointment.id);
      if (appointment.holdExpiresAt !== null) noteBooked(appointment.id);
    }
    void utils.booking.get.invalidate({ id: appointment.id });
    await utils.booking.list.invalidate();
  };
}

/** The toast after a card was saved or could not be saved; none when the customer cancelled. */
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
