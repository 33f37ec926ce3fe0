import { type Cents, NO_CENTS } from '../money';
import { type ChargeKind, type ChargeState, isSettled } from './charge';

/** The facts that the specified payment fields are derived from. */
export type ChargeFacts = {
  sequence: number;
  kind: ChargeKind;
  state: ChargeState;
  paymentIntentId: string | null;
};

/**
 * Returns an appointment's PaymentIntents with their specified names: `completion` is that of the
 * first charge, `balance` that of the latest other one. The delivery fee is part of the first
 * charge, so it's paid once that charge is settled. Its PaymentIntent is null if it was paid in
 * cash.
 */
export function paymentIntentsOf(charges: readonly ChargeFacts[], deliveryFeeCents: Cents) {
  const [first, ...further] = charges.toSorted((a, b) => a.sequence - b.sequence);
  const ofDelivery = charges.filter(({ kind }) => kind === 'delivery');
  const deliveryFeePaid =
    first !== undefined &&
    deliveryFeeCents > NO_CENTS &&
    ofDelivery.every(({ state }) => isSettled(state));
  const byCard = deliveryFeePaid && first.state === 'succeeded';
  return {
    completionPaymentIntentId: first?.paymentIntentId ?? null,
    balancePaymentIntentId: further.at(-1)?.paymentIntentId ?? null,
    deliveryFeePaid,
    deliveryFeePaymentIntentId: byCard ? first.paymentIntentId : null,
  };
}
