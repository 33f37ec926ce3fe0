import { writeEntry } from '@/db/guarded-batch';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { UserCall } from '@/server/config/call';
import { findAppointment } from '../appointments/appointments.repository';
import { deliveryFacts } from '../appointments/delivery-link';
import { audit } from '../audit/audit';
import { message } from '../messages/message';

/**
 * Sends a customer a message from staff about their delivery. Throws `conflict` without an email
 * address, so that staff call instead.
 */
export async function writeToCustomer(
  call: UserCall,
  { id, bulkId, text }: { id: string; bulkId: string; text: string },
): Promise<void> {
  const { deps } = call;
  const appointment = await findAppointment(deps.db.orm, id);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const told = message(call, 'from-office', { ...deliveryFacts(deps, appointment), text, bulkId });
  if (!told)
    throw new DomainError('conflict', 'We don’t have an email address. Call the customer.');
  const entry = audit(call, {
    appointmentId: id,
    action: 'appointment.written_to',
    after: { text },
    // The same message to the same customer is sent once, even if the call is repeated.
    id: `${bulkId}:${id}`,
  });
  await writeEntry(deps.db, entry, [told]);
}
