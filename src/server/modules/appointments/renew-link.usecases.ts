import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { VisitorKey } from '@/domain/appointment/guest-keys';
import { DomainError, MESSAGES } from '@/domain/errors';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { changeableRow, ownOrStaffRow, visitorLinkOf } from './access';
import { changeUnchanged, findAppointment } from './appointments.repository';
import { deliveryFacts, deliveryLink, nextLink, visitorKey } from './delivery-link';

/**
 * Ends every link to an appointment in every browser and creates a new one. Staff, its account, and
 * a link with a verified phone may do so. A guest's email address gets the new link, so that
 * someone with the old link and the phone number can't lock the guest out.
 *
 * @throws `rate_limited` if that address can't get the new link because unknown senders caused too
 *   many messages to it
 * @returns the link, and the key or link that replaces the browser's old one. The key is null for
 *   staff and for the account.
 */
export async function renewLink(
  call: Call,
  input: { id: string },
): Promise<{ link: string; key: VisitorKey | null }> {
  const { deps, actor } = call;
  const isStaff = worksIn('deliveries', actor);
  const { before, after } = await retryOnConflict(async () => {
    const found = await findAppointment(deps.db.orm, input.id);
    const row = isStaff ? ownOrStaffRow(actor, found) : changeableRow(actor, found);
    const changes = { ...nextLink(deps, row), updatedAt: deps.clock.now() };
    const isByGuest = !isStaff && visitorLinkOf(actor, row) !== null;
    const turnLeft =
      isByGuest && row.customerEmail ? await requireTurn(call, row.customerEmail) : undefined;
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(deps.db.orm, row, changes, turnLeft),
      audit: audit(call, { appointmentId: row.id, action: 'appointment.link_renewed' }),
      also: [
        isByGuest
          ? message(call, 'link-replaced', deliveryFacts(deps, { ...row, ...changes }))
          : null,
      ],
    });
    return { before: row, after: written.changed };
  });
  const link = deliveryLink(deps, after);
  const held = isStaff ? null : visitorLinkOf(actor, before);
  if (!held) return { link, key: null };
  return { link, key: visitorKey(after, held.provenBy === 'key' ? 'key' : 'link') };
}

/** Returns the link to any appointment, for staff to share. Throws `not_found`. */
export async function readLink({ deps }: Call, input: { id: string }): Promise<{ link: string }> {
  const row = await findAppointment(deps.db.orm, input.id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return { link: deliveryLink(deps, row) };
}
