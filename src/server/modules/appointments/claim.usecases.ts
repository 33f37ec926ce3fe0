import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { isContactOf, type VisitorKey } from '@/domain/appointment/guest-keys';
import { type Actor, linksOf } from '@/domain/roles';
import type { UserCall } from '@/server/config/call';
import { errorFields } from '@/server/config/log';
import { audit } from '../audit/audit';
import { selectEntriesOf } from '../audit/audit.repository';
import { selectUser } from '../auth/users.repository';
import { message } from '../messages/message';
import { changeUnchanged, selectAppointment } from './appointments.repository';
import { deliveryFacts, type KeptTokens } from './delivery-link';
import { openedIn } from './guest-keys';

/** The deliveries that moved to an account, by their public codes, and what the browser still holds. */
export type Claimed = { added: string[]; keys: readonly VisitorKey[] };

/**
 * Moves to an account the deliveries that its browser booked without one, if the account has their own
 * phone number or verified email address. Each keeps its link and its card, and its own address gets a
 * message. Repeating it changes nothing.
 *
 * @param from.caller who called before the sign-in; a program sends its key in a header
 * @param from.kept what the browser holds
 */
export async function claimGuestAppointments(
  call: UserCall,
  from: { caller: Actor; kept: KeptTokens },
): Promise<Claimed> {
  const { deps } = call;
  const held = await openedIn(deps, from.kept);
  const links = [...linksOf(from.caller), ...held.map(({ whileSignedOut }) => whileSignedOut)];
  const ids = links.flatMap(({ appointmentId, provenBy }) =>
    provenBy === 'key' ? appointmentId : [],
  );
  const moved: AppointmentRow[] = [];
  for (const id of new Set(ids)) {
    // Whatever fails here, the person is signed in. The next sign-in tries again.
    const row = await claim(call, id).catch((error: unknown) => {
      deps.log.error('a delivery did not move to its account', {
        appointment: id,
        ...errorFields(error),
      });
      return null;
    });
    if (row) moved.push(row);
  }
  const isMoved = (id: string) => moved.some((row) => row.id === id);
  return {
    added: moved.map(({ publicCode }) => publicCode),
    keys: from.kept.keys.filter(({ appointmentId }) => !isMoved(appointmentId)),
  };
}

/** The appointment as it is in the account now; null where it stays a guest's. */
async function claim(call: UserCall, id: string): Promise<AppointmentRow | null> {
  const { deps, actor } = call;
  const { row } = await retryOnConflict(async () => {
    const [[found], [user], redirected] = await deps.db.read((orm) => [
      selectAppointment(orm, id),
      selectUser(orm, actor.userId),
      selectEntriesOf(orm, id, 'appointment.link_sent'),
    ]);
    if (!found || found.userId !== null || !user) return { row: null };
    // Anyone at the browser may send the messages to another address, so that one proves nothing.
    const customerEmail = redirected.length > 0 ? null : found.customerEmail;
    return isContactOf(user, { ...found, customerEmail }) ? move(call, found) : { row: null };
  });
  return row;
}

async function move(call: UserCall, found: AppointmentRow) {
  const { deps, actor } = call;
  const changes = { userId: actor.userId, updatedAt: deps.clock.now() };
  const written = await writeGuarded(deps.db, {
    guard: changeUnchanged(deps.db.orm, found, changes),
    audit: audit(call, { appointmentId: found.id, action: 'appointment.claimed' }),
    also: [message(call, 'in-account', deliveryFacts(deps, { ...found, ...changes }))],
  });
  return { row: written.changed };
}
