import type { Outputs } from '@/client/lib/trpc';
import {
  type AppointmentStatus,
  CLOSED_STATUSES,
  canTransition,
  isRecordable,
  MODIFIABLE_STATUSES,
  STAFF_SECTIONS,
} from '@/domain/appointment/status';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { blocksRefund } from '@/domain/payment/dispute';

/** An appointment as staff see it. */
export type Appointment = Outputs['admin']['appointments']['appointments'][number];

/** The sections that are shown without a search. */
export const USUAL_SECTIONS = STAFF_SECTIONS.filter((section) => section !== 'cancelled');

/** The actions that the transition table and the charge allow staff now. */
export function actionsOf(appointment: Appointment) {
  const may = (to: AppointmentStatus) => canTransition(appointment.status, to, 'admin');
  return {
    confirm: may('confirmed'),
    schedule: may('scheduled'),
    complete: may('completed'),
    cancel: may('cancelled'),
    record: isRecordable(appointment, Date.now()),
    edit: !CLOSED_STATUSES.includes(appointment.status),
    reschedule: MODIFIABLE_STATUSES.includes(appointment.status),
    ...moneyActionsOf(appointment),
  };
}

/** The actions on its payment (D30, D32, D72); none while a charge is under way. */
function moneyActionsOf(appointment: Appointment) {
  const { chargeState, cardSaved, totalPaidCents, refundedCents, disputes } = appointment;
  const refused = chargeState === 'declined' || chargeState === 'requires_action';
  const paid = chargeState === 'succeeded' || chargeState === 'cash';
  return {
    retry: refused && cardSaved,
    // Cash in hand is recorded also while the card is being charged.
    cash: refused || (chargeState !== null && UNFINISHED_CHARGE_STATES.includes(chargeState)),
    refund: (paid || refused) && refundedCents < totalPaidCents && !disputes.some(blocksRefund),
    correct: refused || paid,
  };
}
