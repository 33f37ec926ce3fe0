import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { message } from '../messages/message';
import { advance, noFacts } from './advance.usecases';
import type { StaffAppointment } from './appointments.view';
import { deliveryFacts } from './delivery-link';

/**
 * Confirms a pending appointment. It needs a reason if no card is saved.
 *
 * @throws `changed_meanwhile` if the caller's version is outdated
 */
export function confirmAppointment(
  call: Call,
  input: { id: string; noCardReason?: string | undefined; version?: number | undefined },
): Promise<StaffAppointment> {
  const { id, version } = input;
  return advance(call, { id, version, to: 'confirmed' }, noFacts, (appointment) => ({
    changes: { noCardReason: noCardReasonOf(appointment, input.noCardReason) },
    message: message(call, 'confirmed', deliveryFacts(call.deps, appointment)),
  }));
}

/** Returns null if no reason is needed. Throws `conflict` if the reason is missing. */
function noCardReasonOf(appointment: AppointmentRow, reason: string | undefined): string | null {
  if (appointment.paymentMethodStored || appointment.testMode) return null;
  if (appointment.paymentMethod === 'invoice') return null;
  if (reason) return reason;
  throw new DomainError(
    'conflict',
    'No card is saved for this booking. Enter a reason to confirm it anyway.',
    { details: { needsReason: true } },
  );
}
