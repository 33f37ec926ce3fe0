import type { CardOutcome, HeldAppointment } from '@/client/appointment/card-outcome';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { type SetupSteps, useConfirmSetup } from './use-confirm-setup';

const NOT_HELD =
  'We’re no longer holding your window. Your card wasn’t saved, and you weren’t charged. Your order is still in the form.';

export type CardSetup = {
  appointment: HeldAppointment;
  authorization: Outputs['booking']['createPaymentAuthorization'];
  onEnd: (outcome: CardOutcome) => void;
};

/** Saves a card for an appointment, which a refusal may end. */
export function useAppointmentSetup(
  { appointment, authorization, onEnd }: CardSetup,
  { mayKeep, sendChoices }: Required<Pick<SetupSteps, 'mayKeep' | 'sendChoices'>>,
) {
  const authorize = trpc.booking.createPaymentAuthorization.useMutation();
  const confirm = trpc.booking.confirmPaymentSetup.useMutation();
  const { id: appointmentId, promoCode } = appointment;
  return useConfirmSetup({
    first: authorization,
    begin: () => authorize.mutateAsync({ appointmentId, promoCode }),
    report: async (saved) => {
      const { cardBrand, cardLast4, cardExpMonth, cardExpYear } = await confirm.mutateAsync({
        appointmentId,
        ...saved,
      });
      return { brand: cardBrand, last4: cardLast4, expMonth: cardExpMonth, expYear: cardExpYear };
    },
    endOf: ({ reason, message }, during) => {
      // The appointment was cancelled on another device, or someone else booked its window.
      if (reason === 'slot_taken') return message;
      if (reason === 'conflict' || reason === 'not_found') {
        return during === 'begin' ? NOT_HELD : message;
      }
      // The card is on too many deliveries. That ends a hold, but doesn't affect a booked delivery.
      const isReleased = reason === 'rate_limited' && appointment.holdExpiresAt !== null;
      return during === 'report' && isReleased ? message : null;
    },
    onEnd,
    mayKeep,
    sendChoices,
  });
}
