import { useState } from 'react';
import type { CardOutcome, HeldAppointment } from '@/client/appointment/card-outcome';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';

/**
 * Books a hold with one of the customer's saved cards, or changes the card of a booked delivery.
 *
 * @param mayUse asks the customer about a card that expires too early
 */
export function useSavedCardChoice(
  { id: appointmentId, holdExpiresAt }: HeldAppointment,
  onEnd: (outcome: CardOutcome) => void,
  mayUse: (id: string) => Promise<boolean>,
) {
  const use = trpc.booking.useSavedCard.useMutation();
  const [error, setError] = useState<string | null>(null);
  const take = async (paymentMethodId: string) => {
    setError(null);
    if (!(await mayUse(paymentMethodId))) return;
    try {
      await use.mutateAsync({ appointmentId, paymentMethodId });
      onEnd({ kind: 'saved' });
    } catch (failure) {
      const { reason, message } = problemOf(failure);
      // A card on too many deliveries ends the hold.
      const isReleased = reason === 'rate_limited' && holdExpiresAt !== null;
      if (reason === 'slot_taken' || isReleased) onEnd({ kind: 'lost', message });
      else setError(message);
    }
  };
  return { take, busy: use.isPending, error };
}
