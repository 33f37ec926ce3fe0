import type { Cents } from '../money';
import type { PaymentChip } from './badges';
import { type ChargeState, isSettled, UNFINISHED_CHARGE_STATES, waitsForPeople } from './charge';
import { blocksRefund, type DisputeStatus } from './dispute';

type Payment = {
  /** State of the appointment's current charge, or null before its completion. */
  chargeState: ChargeState | null;
  cardSaved: boolean;
  paymentChip: PaymentChip;
  totalPaidCents: Cents;
  refundedCents: Cents;
  disputes: readonly { status: DisputeStatus; refundable: boolean }[];
};

/** Returns the payment actions that staff may take for an appointment now. */
export function moneyActionsOf({
  chargeState,
  cardSaved,
  paymentChip,
  totalPaidCents,
  refundedCents,
  disputes,
}: Payment) {
  const waits = chargeState !== null && waitsForPeople(chargeState);
  const isPaid = chargeState !== null && isSettled(chargeState);
  const isUnderWay = chargeState !== null && UNFINISHED_CHARGE_STATES.includes(chargeState);
  return {
    // A house account pays by invoice, even if the customer saved a card.
    retry: waits && cardSaved && paymentChip !== 'House account',
    // Cash can be recorded even while the card is being charged.
    cash: waits || isUnderWay,
    refund: (isPaid || waits) && refundedCents < totalPaidCents && !disputes.some(blocksRefund),
    correct: waits || isPaid,
  };
}
