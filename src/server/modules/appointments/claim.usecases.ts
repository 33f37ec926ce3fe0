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
import { ifNotQueued } from '../messages/message.repository';
import { addingReviewItem } from '../review/review.repository';
import { changeUnchanged, selectAppointment } from './appointments.repository';
import { deliveryFacts, type KeptTokens } from './delivery-link';
import { openedIn } from './guest-keys';

/**
 * The public codes of the deliveries that were added to an account, and the keys still left in the
 * browser.
 */
export type Claimed = { added: string[]; keys: readonly VisitorKey[] };

/**
 * Adds a browser's guest deliveries to an account if they have the account's phone number or
 * verified email. Each one keeps its link and card, and its own address gets a message. Repeating
 * it changes nothing.
 *
 * @param from.caller the caller before the sign-in, because a program sends its key in a header
 * @param from.kept the keys in the browser
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
    // The sign-in succeeds even if this fails. The next sign-in tries again.
    const row = await claim(call, id).catch((error: unknown) => {
      deps.log.error("couldn't move a delivery to its account", {
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

/** Returns the appointment after it was added to the account, or null if it stays a guest's. */
async function claim(call: UserCall, id: string): Promise<AppointmentRow | null> {
  const { deps, actor } = call;
  const { row } = await retryOnConflict(async () => {
    const [[found], [user], redirected] = await deps.db.read((orm) => [
      selectAppointment(orm, id),
      selectUser(orm, actor.userId),
      selectEntriesOf(orm, id, 'appointment.link_sent'),
    ]);
    if (!found || found.userId !== null || !user) return { row: null };
    // Anyone who uses the browser can redirect the messages to another address, so that address
    // doesn't prove who the customer is.
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
    also: [
      message(call, 'in-account', deliveryFacts(deps, { ...found, ...changes })),
      found.customerEmail ? ifNotQueued(`in-account:${found.id}`, notNotified(call, found)) : null,
    ],
  });
  return { row: written.changed };
}

/**
 * Asks staff to call the customer, because a stranger may have claimed the delivery and no message
 * could be sent.
 */
const notNotified = ({ deps }: UserCall, { id }: AppointmentRow) =>
  addingReviewItem({
    id: deps.ids.next(),
    kind: 'message_refused',
    appointmentId: id,
    reason:
      'This delivery was added to an account, but too many emails went to its address to notify the customer. Call them.',
    dedupeKey: `not-notified:${id}`,
    createdAt: deps.clock.now(),
  });
