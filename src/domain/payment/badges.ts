import type { AccountPaymentWay } from '../account/house-account';
import type { AppointmentStatus } from '../appointment/status';
import type { Cents } from '../money';
import { type ChargeState, isSettled } from './charge';

export const PAYMENT_BADGES = ['Paid', 'Payment Failed', 'Authorized', 'Unpaid', 'Test'] as const;
export type PaymentBadge = (typeof PAYMENT_BADGES)[number];

export const PAYMENT_CHIPS = [
  'No card',
  'Card on file',
  'In review',
  'Processing',
  'Card declined',
  'House account',
  'Authentication needed',
  'Paid by card',
  'Paid cash',
  'Paid by check',
  'Paid by transfer',
  'Test',
  'Refunded',
  'Partially refunded',
  'Disputed',
  'Dispute lost',
] as const;
export type PaymentChip = (typeof PAYMENT_CHIPS)[number];

/** The facts that decide the payment badge and the payment chip. */
export type PaymentFacts = {
  status: AppointmentStatus;
  testMode: boolean;
  balancePaid: boolean;
  cardSaved: boolean;
  /** True if a house account pays it, so that its card doesn't matter. Omitted for customers. */
  isByInvoice?: boolean;
  /** State of the appointment's current charge; null if it has none. */
  chargeState: ChargeState | null;
  /** How a house account paid. Null or omitted for cards and a driver's cash. */
  chargePaidBy?: AccountPaymentWay | null;
  paidCents: Cents;
  refundedCents: Cents;
  /** Only shown to staff, and omitted for customers. */
  dispute?: 'open' | 'lost' | null;
};

/** The badge as specified. Test appointments are neither Paid nor Failed, because they're free. */
export function paymentBadge(facts: PaymentFacts): PaymentBadge {
  if (facts.testMode) return 'Test';
  if (facts.status === 'completed') {
    if (facts.balancePaid) return 'Paid';
    return facts.isByInvoice ? 'Unpaid' : 'Payment Failed';
  }
  return facts.status === 'confirmed' ? 'Authorized' : 'Unpaid';
}

const CASH_CHIPS = {
  cash: 'Paid cash',
  check: 'Paid by check',
  transfer: 'Paid by transfer',
} as const satisfies Record<AccountPaymentWay, PaymentChip>;

/**
 * Returns the text of the chip. It shows the actual state of the payment, which the specified badge
 * simplifies.
 */
export function paymentChip(facts: PaymentFacts): PaymentChip {
  if (facts.testMode) return 'Test';
  if (facts.dispute) return facts.dispute === 'open' ? 'Disputed' : 'Dispute lost';
  const isOpen = facts.chargeState !== null && !isSettled(facts.chargeState);
  if (facts.refundedCents > 0 && !isOpen) {
    return facts.refundedCents >= facts.paidCents ? 'Refunded' : 'Partially refunded';
  }
  switch (facts.chargeState) {
    case 'succeeded':
      return 'Paid by card';
    case 'cash':
      return CASH_CHIPS[facts.chargePaidBy ?? 'cash'];
    case 'held':
      return 'In review';
    case 'due':
    case 'unknown':
    case 'processing':
      return 'Processing';
    case 'declined':
      if (facts.isByInvoice) return 'House account';
      // A delivery without a saved card also has this state, although no bank declined anything.
      return facts.cardSaved ? 'Card declined' : 'No card';
    case 'requires_action':
      return 'Authentication needed';
    case null:
      if (facts.isByInvoice) return 'House account';
      return facts.cardSaved ? 'Card on file' : 'No card';
  }
}
