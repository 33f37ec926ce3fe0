import type { Cents } from '../money';
import { type ChargeState, isSettled, UNFINISHED_CHARGE_STATES, waitsForPeople } from './charge';
import { blocksRefund, type DisputeStatus } from './dispute';

type Payment = {
  /** Of the charge that speaks for the appointment now; null before its completion. */
  chargeState: ChargeState | null;
  cardSaved: boolean;
  totalPaidCents: Cents;
  refundedCents: Cents;
  disputes: readonly { status: DisputeStatus; refundable: boolean }[];
};

/** What staff may do about the payment of an appointment now. */
export function moneyActionsOf({
  chargeState,
  cardSaved,
  totalPaidCents,
  refundedCents,
  disputes,
}: Payment) {
  const waits = chargeState !== null && waitsForPeople(chargeState);
  const isPaid = chargeState !== null && isSettled(chargeState);
  const isUnderWay = chargeState !== null && UNFINISHED_CHARGE_STATES.includes(chargeState);
  return {
    retry: waits && cardSaved,
    // Cash in hand is recorded also while the card is being charged.
    cash: waits || isUnderWay,
    refund: (isPaid || waits) && refundedCents < totalPaidCents && !disputes.some(blocksRefund),
    correct: waits || isPaid,
  };
}
