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
 * Sends a guest the link to their appointment, and every later message about it to that address too.
 * The address that got them before gets a message. Throws `conflict` for an appointment of an account,
 * and `rate_limited` after a few for one appointment, or where strangers caused so many messages to one
 * of the two addresses that it would get none.
 *
 * @param address the caller's IP address
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
