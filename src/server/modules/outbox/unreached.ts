import type { ConditionalWrite } from '@/db/guarded-batch';
import { canGetMail } from '@/domain/account/email';
import type { Deps } from '@/server/config/deps';
import { hashToken } from '../auth/tokens';
import { reopeningReviewItem } from '../review/review.repository';
import { findAppointmentOf, type OutboxRow } from './outbox.repository';

/**
 * Asks staff to contact someone who didn't get a message. There's one item per appointment and
 * recipient, with the newest message.
 */
export function unreachedItem(
  { ids, clock }: Deps,
  { id, appointmentId, recipient }: OutboxRow,
  reason: string,
): ConditionalWrite {
  const about = hashToken(recipient.toLowerCase()).slice(0, 16);
  return reopeningReviewItem({
    id: ids.next(),
    kind: 'message_refused',
    appointmentId,
    reason,
    dedupeKey: `message:${appointmentId ?? id}:${about}`,
    createdAt: clock.now(),
  });
}

/**
 * Puts the customer on the call list. A delivery has one line, with the newest message. If someone
 * already called about an earlier one, the line returns.
 */
export const callItem = (
  { ids, clock }: Deps,
  { appointmentId, subject }: OutboxRow,
): ConditionalWrite =>
  reopeningReviewItem({
    id: ids.next(),
    kind: 'unreached',
    appointmentId,
    reason: `We couldn’t reach this customer by email or text: “${subject}”.`,
    dedupeKey: `call:${appointmentId}`,
    createdAt: clock.now(),
  });

/** True if the customer whom a message is about also gets emails. */
export async function getsMail({ db }: Deps, message: OutboxRow): Promise<boolean> {
  const appointment = await findAppointmentOf(db.orm, message);
  return appointment !== null && canGetMail(appointment.customerEmail);
}
