import type { AppointmentStatus } from '@/domain/appointment/status';
import { type Cents, formatDollars } from '@/domain/money';
import type { NamedCard } from '@/domain/payment/card';
import { cardName } from '@/domain/payment/card';
import type { ChargeState } from '@/domain/payment/charge';

export type PaymentTextFacts = {
  status: AppointmentStatus;
  testMode: boolean;
  chargeState: ChargeState | null;
  totalPriceCents: Cents;
  totalPaidCents: Cents;
  remainingBalanceCents: Cents;
  /** True if there's a saved card to collect the charge from. */
  cardSaved: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
  /** The card that paid, which may not be the saved one. */
  paidCard: NamedCard | null;
  /** How it was paid without a card, such as "in cash". */
  paidHow: string | null;
};

/**
 * Describes a delivery's payment in every state of its charge.
 *
 * @returns null before the delivery is completed
 */
export function paymentText(delivery: PaymentTextFacts): string | null {
  const { status, testMode, chargeState, totalPriceCents, paidCard } = delivery;
  if (status !== 'completed') return null;
  if (testMode) return 'Test order, not charged';
  if (totalPriceCents === 0 && delivery.totalPaidCents === 0) return 'Nothing to pay';
  const paid = `${formatDollars(delivery.totalPaidCents)} paid`;
  switch (chargeState) {
    case 'succeeded':
      return paidCard?.last4 ? `${paid} with ${cardName(paidCard)}` : `${paid} by card`;
    case 'cash':
      return `${paid} ${delivery.paidHow}`;
    case 'held':
      return delivery.totalPaidCents > 0
        ? `${paid}. We’re reviewing whether you owe more.`
        : 'We’re reviewing the amount. You won’t be charged until we’re done.';
    case 'due':
    case 'unknown':
    case 'processing':
      return `We’re charging ${formatDollars(delivery.remainingBalanceCents)}${toSavedCard(delivery)}`;
    case 'declined':
    case 'requires_action':
    case null:
      return `${formatDollars(delivery.remainingBalanceCents)} balance due`;
  }
}

const toSavedCard = ({ cardSaved, cardBrand, cardLast4 }: PaymentTextFacts) =>
  cardSaved ? ` to ${cardName({ brand: cardBrand, last4: cardLast4 })}` : '';
