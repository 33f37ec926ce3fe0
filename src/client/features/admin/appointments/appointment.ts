import { serverNow } from '@/client/lib/server-clock';
import type { Outputs } from '@/client/lib/trpc';
import {
  type AppointmentStatus,
  CLOSED_STATUSES,
  canTransition,
  isRecordable,
  MODIFIABLE_STATUSES,
  STAFF_SECTIONS,
} from '@/domain/appointment/status';
import { moneyActionsOf } from '@/domain/payment/actions';

/** An appointment as staff see it. */
export type Appointment = Outputs['admin']['appointments']['appointments'][number];

/** True if the delivery is billed by invoice, so that no card is charged. */
export const isOnAccount = ({ paymentChip }: Pick<Appointment, 'paymentChip'>) =>
  paymentChip === 'House account';

/** The sections shown without a search. Cancelled appointments only appear in search results. */
export const USUAL_SECTIONS = STAFF_SECTIONS.filter((section) => section !== 'cancelled');

/** @returns the actions that staff may take now, by the transition table and the charge */
export function actionsOf(appointment: Appointment) {
  const may = (to: AppointmentStatus) => canTransition(appointment.status, to, 'admin');
  return {
    confirm: may('confirmed'),
    schedule: appointment.status !== 'en_route' && may('scheduled'),
    turnBack: appointment.status === 'en_route' && may('scheduled'),
    complete: may('completed'),
    cancel: may('cancelled'),
    record: isRecordable(appointment, serverNow()),
    edit: !CLOSED_STATUSES.includes(appointment.status),
    reschedule: MODIFIABLE_STATUSES.includes(appointment.status),
    changeDriver: appointment.status === 'en_route',
    ...moneyActionsOf(appointment),
  };
}
