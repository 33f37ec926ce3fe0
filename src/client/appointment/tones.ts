import type { Tone } from '@/client/components/badge';
import type { AppointmentStatus } from '@/domain/appointment/status';
import type { PaymentBadge } from '@/domain/payment/badges';

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
