import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { isSameEmail } from '@/domain/account/email';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { takeAttempt } from '../limits/limits.usecases';
import { message } from '../messages/message';
import { requireTurn, turnsTo } from '../messages/turns';
import { changeableRow } from './access';
import { changeUnchanged, findAppointment, selectAppointment } from './appointments.repository';
import { deliveryFacts } from './delivery-link';

/**
 * Sends a guest the link to their appointment. All later messages go to that address too, and the
 * previous address is notified.
 *
 * @param address the caller's IP address
 * @throws `conflict` if the appointment belongs to an account
 * @throws `rate_limited` after a few links per appointment, or if one of the two addresses can't
 *   get its message because unknown senders caused too many
 */
export async function sendLink(
  call: Call,
  { id, email }: { id: string; email: string },
  address: string | null,
): Promise<void> {
  const { deps } = call;
  requireGuests(call, await findAppointment(deps.db.orm, id));
  await takeAttempt(call, { name: 'linkMail', account: id, address });
  await retryOnConflict(async () => {
    const turns = turnsTo(call, email);
    const [[found], sent] = await deps.db.read((orm) => [
      selectAppointment(orm, id),
      turns.select(orm),
    ]);
    const row = requireGuests(call, found);
    turns.refuseSpent(sent);
    const former = isSameEmail(email, row.customerEmail) ? null : row.customerEmail;
    const formerLeft = former ? await requireTurn(call, former) : undefined;
    const after = { customerEmail: email };
    const changes = { ...after, updatedAt: deps.clock.now() };
    return writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, row, changes, turns.isLeft, formerLeft),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.link_sent',
        before: { customerEmail: row.customerEmail },
        after,
      }),
      also: [
        message(call, 'link', deliveryFacts(deps, { ...row, ...after })),
        former === null ? null : message(call, 'messages-moved', deliveryFacts(deps, row)),
      ],
    });
  });
}

function requireGuests({ actor }: Call, found: AppointmentRow | null | undefined): AppointmentRow {
  const row = changeableRow(actor, found ?? null);
  if (row.userId === null) return row;
  throw new DomainError('conflict', LINK_MESSAGES.inAccount);
}
