import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { findUserById, setStripeCustomer, type UserRow } from '../../auth/users.repository';

/**
 * Stripe's customer of an appointment: the user's own for good, or one for a guest's appointment.
 *
 * @param owner its user, where they were read before
 */
export async function customerOf(
  deps: Deps,
  row: Pick<AppointmentRow, 'id' | 'userId' | 'stripeCustomerId'>,
  owner?: UserRow,
): Promise<string> {
  if (row.stripeCustomerId) return row.stripeCustomerId;
  const user = owner ?? (row.userId ? await findUserById(deps.db.orm, row.userId) : null);
  if (user?.stripeCustomerId) return user.stripeCustomerId;
  // Only what stays the same is sent: a changed email under the same key would be refused.
  const { customerId } = await deps.payments.ensureCustomer({
    ownerKey: user?.id ?? `guest:${row.id}`,
  });
  if (user) await setStripeCustomer(deps.db, user.id, customerId);
  return customerId;
}
