import type { AppointmentStatus } from '@/domain/booking/status';
import { formatDollars } from '@/domain/money';
import type { ChargeState } from '@/domain/payment/charge';
import { cardName, type NamedCard } from './card-name';

export type PaymentTextFacts = {
  status: AppointmentStatus;
  testMode: boolean;
  chargeState: ChargeState | null;
  totalPriceCents: number;
  totalPaidCents: number;
  remainingBalanceCents: number;
  /** The saved card, which is asked for the money. */
  cardSaved: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
  /** The card it was paid with. */
  paidCard: NamedCard | null;
};

/**
 * What became of the money of a delivery, in words that are true in every state of its charge; null
 * before it is completed.
 */
export function paymentText(delivery: PaymentTextFacts): string | null {
  const { status, testMode, chargeState, totalPriceCents, paidCard } = delivery;
  if (status !== 'completed') return null;
  if (testMode) return 'Test booking, nothing was charged';
  if (totalPriceCents === 0) return 'There was nothing to pay';
  const paid = `${formatDollars(delivery.totalPaidCents)} paid`;
  switch (chargeState) {
    case 'succeeded':
      return paidCard?.last4 ? `${paid} with ${cardName(paidCard)}` : `${paid} by card`;
    case 'cash':
      return `${paid} in cash`;
    case 'due':
    case 'unknown':
    case 'processing':
      return `${formatDollars(totalPriceCents)} is being charged${toSavedCard(delivery)}`;
    case 'declined':
    case 'requires_action':
    case null:
      return `${formatDollars(delivery.remainingBalanceCents)} still to be paid`;
  }
}

const toSavedCard = ({ cardSaved, cardBrand, cardLast4 }: PaymentTextFacts) =>
  cardSaved ? ` to ${cardName({ brand: cardBrand, last4: cardLast4 })}` : '';

/** Whether the customer can pay what is left now: not while the saved card is being asked. */
export function canPayBalance(delivery: PaymentTextFacts): boolean {
  const { chargeState, remainingBalanceCents } = delivery;
  return (
    remainingBalanceCents > 0 && (chargeState === 'declined' || chargeState === 'requires_action')
  );
}
