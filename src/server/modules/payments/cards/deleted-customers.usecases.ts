import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { isMissing } from '@/server/ports/payments/port';
import { formerName } from '../../auth/users.repository';
import { applyPaymentIntent } from '../charges/charge-outcome.usecases';
import {
  changeCustomerOf,
  changeCustomerOfAppointment,
  selectInNeedOf,
  selectUserOf,
} from './lost-cards.repository';
import { checkCard } from './lost-cards.usecases';
import { selectCards } from './saved-cards.repository';
import { customerOf } from './stripe-customer';

/**
 * Returns true if Stripe refused a request because its customer was deleted and we have replaced
 * that customer. The same request can then be repeated.
 */
export async function isReplaced(
  deps: Deps,
  error: unknown,
  customerId: string | null,
): Promise<boolean> {
  return isMissing(error) && customerId !== null && replaceDeletedCustomer(deps, customerId);
}

/**
 * If Stripe has deleted one of our customers, removes the cards deleted with it and assigns another
 * customer to its account and to all appointments that need one. Ignores a customer that this
 * Stripe account never had, because a wrong key must not empty every account. Repeating the call
 * changes nothing.
 *
 * @returns true if the customer was deleted
 */
export async function replaceDeletedCustomer(deps: Deps, customerId: string): Promise<boolean> {
  const { db, payments, log } = deps;
  const [[found], toCome, owing] = await db.read((orm) => [
    selectUserOf(orm, customerId),
    ...selectInNeedOf(orm, customerId),
  ]);
  // Deleting an account deletes its customer on purpose.
  const user = found && found.username !== formerName(found.id) ? found : null;
  if (!user && toCome.length === 0 && owing.length === 0) return false;
  if ((await payments.findCustomer(customerId)) !== 'deleted') return false;
  log.warn('a customer was deleted at Stripe', { customer: customerId });
  const cards = user ? await selectCards(db.orm, user.id) : [];
  const methods = [
    ...cards.map(({ stripePaymentMethodId }) => stripePaymentMethodId),
    ...toCome.flatMap(({ stripePaymentMethodId }) => stripePaymentMethodId ?? []),
  ];
  for (const method of new Set(methods)) await checkCard(deps, method);
  const ofUser = user
    ? await payments.ensureCustomer({ ownerKey: user.id, replaces: customerId })
    : null;
  for (const row of owing) await recordPayments(deps, row, customerId);
  for (const row of [...toCome, ...owing]) {
    const next = ofUser?.customerId ?? (await nextCustomerOf(deps, row, customerId));
    const before = { id: row.id, stripeCustomerId: customerId };
    await db.write((orm) => changeCustomerOfAppointment(orm, before, next));
  }
  // The account comes last, so that a crash before it repeats everything.
  if (user && ofUser) {
    const before = { id: user.id, stripeCustomerId: customerId };
    await db.write((orm) => changeCustomerOf(orm, before, ofUser.customerId));
  }
  return true;
}

/** Returns an appointment's new customer: its account's, or a new one for a guest. */
async function nextCustomerOf(deps: Deps, row: AppointmentRow, replaces: string): Promise<string> {
  if (row.userId) return customerOf(deps, { ...row, stripeCustomerId: null });
  const { customerId } = await deps.payments.ensureCustomer({
    ownerKey: `guest:${row.id}`,
    replaces,
  });
  return customerId;
}

/**
 * Records a deleted customer's payments. Nobody would find them under the new customer, and we
 * might charge a second time.
 */
async function recordPayments(deps: Deps, { id }: AppointmentRow, customerId: string) {
  const input = { customerId, appointmentId: id };
  const found = await deps.payments.findPaymentIntents(input).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const intent of found) await applyPaymentIntent(deps, intent);
}
