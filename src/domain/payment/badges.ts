import type { AppointmentStatus } from '../appointment/status';
import type { Cents } from '../money';
import { type ChargeState, isSettled } from './charge';

export const PAYMENT_BADGES = ['Paid', 'Payment Failed', 'Authorized', 'Unpaid', 'Test'] as const;
export type PaymentBadge = (typeof PAYMENT_BADGES)[number];

export const PAYMENT_CHIPS = [
  'No card',
  'Card on file',
  'Held',
  'Processing',
  'Card declined',
  'Authentication needed',
  'Paid by card',
  'Paid cash',
  'Test',
  'Refunded',
  'Partly refunded',
  'Disputed',
  'Dispute lost',
] as const;
export type PaymentChip = (typeof PAYMENT_CHIPS)[number];

/** The facts that determine both badges. */
export type PaymentFacts = {
  status: AppointmentStatus;
  testMode: boolean;
  balancePaid: boolean;
  cardSaved: boolean;
  /** State of the appointment's current charge. */
  chargeState: ChargeState | null;
  paidCents: Cents;
  refundedCents: Cents;
  /** Shown only to staff, so it's omitted for customers. */
  dispute?: 'open' | 'lost' | null;
};

/** Returns the specified badge. A test appointment is never Paid or Failed. */
export function paymentBadge(facts: PaymentFacts): PaymentBadge {
  if (facts.testMode) return 'Test';
  if (facts.status === 'completed') return facts.balancePaid ? 'Paid' : 'Payment Failed';
  return facts.status === 'confirmed' ? 'Authorized' : 'Unpaid';
}

/** Returns the chip that shows the exact payment state next to the badge. */
export function paymentChip(facts: PaymentFacts): PaymentChip {
  if (facts.testMode) return 'Test';
  if (facts.dispute) return facts.dispute === 'open' ? 'Disputed' : 'Dispute lost';
  const isOpen = facts.chargeState !== null && !isSettled(facts.chargeState);
  if (facts.refundedCents > 0 && !isOpen) {
    return facts.refundedCents >= facts.paidCents ? 'Refunded' : 'Partly refunded';
  }
  switch (facts.chargeState) {
    case 'succeeded':
      return 'Paid by card';
    case 'cash':
      return 'Paid cash';
    case 'held':
      return 'Held';
    case 'due':
    case 'unknown':
    case 'processing':
      return 'Processing';
    case 'declined':
      // Delivered without a card, so nothing was declined.
      return facts.cardSaved ? 'Card declined' : 'No card';
    case 'requires_action':
      return 'Authentication needed';
    case null:
      return facts.cardSaved ? 'Card on file' : 'No card';
  }
}
