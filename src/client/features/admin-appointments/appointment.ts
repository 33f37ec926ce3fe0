import type { Tone } from '@/client/components/badge';
import type { Outputs } from '@/client/lib/trpc';
import {
  type AppointmentStatus,
  CLOSED_STATUSES,
  canTransition,
  MODIFIABLE_STATUSES,
} from '@/domain/booking/status';

/** An appointment as staff see it. */
export type Appointment = Outputs['admin']['appointments']['appointments'][number];

/** The four sections, in the order of the work. */
export const SECTIONS = ['pending', 'confirmed', 'scheduled', 'completed'] as const;
/** Cancelled ones are no work: they are shown only to whoever searches. */
export type Section = (typeof SECTIONS)[number] | 'cancelled';

export const SECTION_TITLES: Record<Section, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  scheduled: 'Scheduled',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export const STATUS_TONES: Record<AppointmentStatus, Tone> = {
  pending: 'yellow',
  confirmed: 'green',
  scheduled: 'teal',
  en_route: 'orange',
  completed: 'blue',
  cancelled: 'red',
};

export const PAYMENT_TONES: Record<Appointment['paymentBadge'], Tone> = {
  Paid: 'green',
  'Payment Failed': 'red',
  Authorized: 'teal',
  Unpaid: 'grey',
  Test: 'grey',
};

/** What staff may do with it now; the transition table decides. */
export function actionsOf(appointment: Appointment) {
  const may = (to: AppointmentStatus) => canTransition(appointment.status, to, 'admin');
  return {
    confirm: may('confirmed'),
    schedule: may('scheduled'),
    complete: may('completed'),
    cancel: may('cancelled'),
    edit: !CLOSED_STATUSES.includes(appointment.status),
    reschedule: MODIFIABLE_STATUSES.includes(appointment.status),
    ...moneyActionsOf(appointment),
  };
}

/** What staff may do about its payment (D30, D32). While a charge is under way, nothing. */
function moneyActionsOf({ chargeState, cardSaved, totalPaidCents, refundedCents }: Appointment) {
  const refused = chargeState === 'declined' || chargeState === 'requires_action';
  const paid = chargeState === 'succeeded' || chargeState === 'cash';
  return {
    retry: refused && cardSaved,
    cash: refused || chargeState === 'due',
    refund: paid && refundedCents < totalPaidCents,
  };
}

const instantFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const clockFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** "Nov 21, 2026, 3:15 PM" */
export function formatInstant(ms: number): string {
  return instantFormat.format(ms);
}

/** "3:15 PM" */
export function formatClock(ms: number): string {
  return clockFormat.format(ms);
}
