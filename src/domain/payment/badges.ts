import type { AppointmentStatus } from '../booking/status';
import type { ChargeState } from './charge';

export type PaymentBadge = 'Paid' | 'Payment Failed' | 'Authorized' | 'Unpaid' | 'Test';
export type PaymentChip =
  | 'No card'
  | 'Card on file'
  | 'Processing'
  | 'Card declined'
  | 'Authentication needed'
  | 'Paid by card'
  | 'Paid cash'
  | 'Test'
  | 'Refunded'
  | 'Partly refunded';

/** What the two badges are decided from. */
export type PaymentFacts = {
  status: AppointmentStatus;
  testMode: boolean;
  balancePaid: boolean;
  cardSaved: boolean;
  chargeState: ChargeState | null;
  totalCents: number;
  refundedCents: number;
};

/** The specified badge (staff section 4). A test booking is never Paid nor Failed (D28). */
export function paymentBadge(facts: PaymentFacts): PaymentBadge {
  if (facts.testMode) return 'Test';
  if (facts.status === 'completed') return facts.balancePaid ? 'Paid' : 'Payment Failed';
  return facts.status === 'confirmed' ? 'Authorized' : 'Unpaid';
}

/** The truthful chip beside it (D31). */
export function paymentChip(facts: PaymentFacts): PaymentChip {
  if (facts.testMode) return 'Test';
  if (facts.refundedCents > 0) {
    return facts.refundedCents >= facts.totalCents ? 'Refunded' : 'Partly refunded';
  }
  switch (facts.chargeState) {
    case 'succeeded':
      return 'Paid by card';
    case 'cash':
      return 'Paid cash';
    case 'due':
    case 'unknown':
    case 'processing':
      return 'Processing';
    case 'declined':
      // Delivered without one: nothing was declined.
      return facts.cardSaved ? 'Card declined' : 'No card';
    case 'requires_action':
      return 'Authentication needed';
    case null:
      return facts.cardSaved ? 'Card on file' : 'No card';
  }
}
