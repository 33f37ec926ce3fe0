import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { findUserById, setStripeCustomer, type UserRow } from '../../auth/users.repository';

/**
 * Returns an appointment's Stripe customer: the user's own, or one for a guest's appointment.
 *
 * @param owner its user, if already read
 */
export async function customerOf(
  deps: Deps,
  row: Pick<AppointmentRow, 'id' | 'userId' | 'stripeCustomerId'>,
  owner?: UserRow,
): Promise<string> {
  if (row.stripeCustomerId) return row.stripeCustomerId;
  const user = owner ?? (row.userId ? await findUserById(deps.db.orm, row.userId) : null);
  if (user?.stripeCustomerId) return user.stripeCustomerId;
  // Only constant values are sent, because Stripe refuses to repeat a key with a changed email.
  const { customerId } = await deps.payments.ensureCustomer({
    ownerKey: user?.id ?? `guest:${row.id}`,
  });
  if (user) await setStripeCustomer(deps.db, user.id, customerId);
  return customerId;
}
