import type { Tone } from '@/client/components/badge';
import type { AppointmentStatus } from '@/domain/appointment/status';
import type { PaymentBadge, PaymentChip } from '@/domain/payment/badges';

/** A status has the same color for customers, staff, and drivers. */
export const STATUS_TONES: Record<AppointmentStatus, Tone> = {
  pending: 'yellow',
  confirmed: 'green',
  scheduled: 'teal',
  en_route: 'orange',
  completed: 'blue',
  cancelled: 'red',
};

export const PAYMENT_TONES: Record<PaymentBadge, Tone> = {
  Paid: 'green',
  'Payment Failed': 'red',
  Authorized: 'teal',
  Unpaid: 'grey',
  Test: 'grey',
};

/**
 * The chip has its own colors, so that "No card" doesn't look authorized. Red means that somebody
 * has to act.
 */
export const CHIP_TONES: Record<PaymentChip, Tone> = {
  'No card': 'yellow',
  'Card on file': 'teal',
  'In review': 'yellow',
  Processing: 'teal',
  'Card declined': 'red',
  'Authentication needed': 'red',
  'Paid by card': 'green',
  'Paid cash': 'green',
  'Paid by check': 'green',
  'Paid by transfer': 'green',
  Test: 'grey',
  Refunded: 'grey',
  'Partially refunded': 'grey',
  Disputed: 'red',
  'Dispute lost': 'red',
};
