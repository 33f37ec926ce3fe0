import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { takeAttempt } from '../limits/limits.usecases';
import { message } from '../messages/message';
import { changeableRow } from './access';
import { changeUnchanged, findAppointment } from './appointments.repository';
import { deliveryFacts } from './delivery-link';

/**
 * Sends a guest the link to their appointment, and every later message about it to that address too.
 * Throws `conflict` for an appointment of an account, and `rate_limited` after a few for one appointment.
 *
 * @param address the caller's IP address
 */
export async function sendLink(
  call: Call,
  { id, email }: { id: string; email: string },
  address: string | null,
): Promise<void> {
  const { deps } = call;
  await guestsRow(call, id);
  await takeAttempt(call, { name: 'linkMail', account: id, address });
  await untilHeld(async () => {
    const row = await guestsRow(call, id);
    const after = { customerEmail: email };
    return writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, row, { ...after, updatedAt: deps.clock.now() }),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.link_sent',
        before: { customerEmail: row.customerEmail },
        after,
      }),
      also: [message(call, 'link', deliveryFacts(deps, { ...row, ...after }))],
    });
  });
}

async function guestsRow({ deps, actor }: Call, id: string): Promise<AppointmentRow> {
  const row = changeableRow(actor, await findAppointment(deps.db.orm, id));
  if (row.userId === null) return row;
  throw new DomainError('conflict', LINK_MESSAGES.inAccount);
}
