import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { ownOrStaffRow } from './access';
import { changeUnchanged, findAppointment } from './appointments.repository';
import { issueManageToken, manageLink } from './manage-link';

/**
 * Ends every link of a guest to an appointment, in every browser that opened one, and gives a new one
 * (D99). For the guest and for staff. Throws `conflict` for an appointment of an account.
 */
export async function renewGuestLink(
  call: Call,
  input: { id: string },
): Promise<{ link: string; token: string }> {
  const { deps, actor } = call;
  const appointment = await untilHeld(async () => {
    const found = ownOrStaffRow(actor, await findAppointment(deps.db.orm, input.id));
    if (found.userId !== null) {
      throw new DomainError('conflict', 'This appointment belongs to an account and has no link.');
    }
    const linkVersion = found.linkVersion + 1;
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, found, { linkVersion, updatedAt: deps.clock.now() }),
      audit: audit(call, { appointmentId: found.id, action: 'appointment.link_renewed' }),
    });
    return written?.changed ?? null;
  });
  return { link: manageLink(deps, appointment), token: issueManageToken(deps, appointment) };
}
