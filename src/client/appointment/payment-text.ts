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
  /** The saved card, which the charge is collected from. */
  cardSaved: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
  /** The card that paid. It may be another one than the saved card. */
  paidCard: NamedCard | null;
};

/**
 * The payment of a delivery as text, exact in every state of its charge. Null before the delivery is
 * completed.
 */
export function paymentText(delivery: PaymentTextFacts): string | null {
  const { status, testMode, chargeState, totalPriceCents, paidCard } = delivery;
  if (status !== 'completed') return null;
  if (testMode) return 'Test booking, nothing was charged';
  if (totalPriceCents === 0 && delivery.totalPaidCents === 0) return 'There was nothing to pay';
  const paid = `${formatDollars(delivery.totalPaidCents)} paid`;
  switch (chargeState) {
    case 'succeeded':
      return paidCard?.last4 ? `${paid} with ${cardName(paidCard)}` : `${paid} by card`;
    case 'cash':
      return `${paid} in cash`;
    case 'held':
      return delivery.totalPaidCents > 0
        ? `${paid}. We are checking whether more is to be paid`
        : 'We are checking the amount. Nothing is charged until then';
    case 'due':
    case 'unknown':
    case 'processing':
      return `${formatDollars(delivery.remainingBalanceCents)} is being charged${toSavedCard(delivery)}`;
    case 'declined':
    case 'requires_action':
    case null:
      return `${formatDollars(delivery.remainingBalanceCents)} still to be paid`;
  }
}

const toSavedCard = ({ cardSaved, cardBrand, cardLast4 }: PaymentTextFacts) =>
  cardSaved ? ` to ${cardName({ brand: cardBrand, last4: cardLast4 })}` : '';
