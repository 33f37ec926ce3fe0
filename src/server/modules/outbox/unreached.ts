import type { ConditionalWrite } from '@/db/guarded-batch';
import { canGetMail } from '@/domain/account/email';
import type { Deps } from '@/server/config/deps';
import { hashToken } from '../auth/tokens';
import { addingReviewItem } from '../review/review.repository';
import { findAppointmentOf, type OutboxRow } from './outbox.repository';

/**
 * Asks staff to contact someone who didn't get a message. Added once per appointment and recipient.
 */
export function unreachedItem(
  { ids, clock }: Deps,
  { id, appointmentId, recipient }: OutboxRow,
  reason: string,
): ConditionalWrite {
  const about = hashToken(recipient.toLowerCase()).slice(0, 16);
  return addingReviewItem({
    id: ids.next(),
    kind: 'message_refused',
    appointmentId,
    reason,
    dedupeKey: `message:${appointmentId ?? id}:${about}`,
    createdAt: clock.now(),
  });
}

/** True if the customer whom a message is about also gets emails. */
export async function getsMail({ db }: Deps, message: OutboxRow): Promise<boolean> {
  const appointment = await findAppointmentOf(db.orm, message);
  return appointment !== null && canGetMail(appointment.customerEmail);
}
