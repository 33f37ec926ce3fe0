import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { isSettled } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { selectAppointment } from '../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../appointments/appointments.view';
import { findForStaff } from '../appointments/staff-lists.repository';
import { type ChargeRow, selectCharge } from './charges.repository';

/** A charge and the appointment that it belongs to, as of one moment. */
export type Debt = { charge: ChargeRow; appointment: AppointmentRow };

/** An appointment and its charge. Throws `conflict` for one that owes nothing (yet). */
export async function readDebt(deps: Deps, id: string): Promise<Debt> {
  const [[appointment], [charge]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectCharge(orm, id),
  ]);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  if (charge) return { appointment, charge };
  throw new DomainError(
    'conflict',
    appointment.testMode
      ? 'This is a test booking: nothing is charged for it.'
      : 'This delivery is not completed, so nothing is owed for it yet.',
  );
}

/** Throws `conflict` for a charge that is paid. */
export function refuseSettled({ state }: ChargeRow) {
  if (isSettled(state)) throw new DomainError('conflict', 'This delivery is paid already.');
}

/** Throws `conflict` for a charge that waits for staff to look at it. */
export function refuseHeld({ state }: ChargeRow) {
  if (state !== 'held') return;
  throw new DomainError(
    'conflict',
    'The amount of this delivery is being checked. It can be paid as soon as that is done.',
  );
}

/** The appointment as staff see it. */
export async function readForStaff(deps: Deps, id: string): Promise<StaffAppointment> {
  const row = await findForStaff(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return staffView(row);
}
