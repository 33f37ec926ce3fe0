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
import { lookAtCard } from './lost-cards.usecases';
import { selectCards } from './saved-cards.repository';
import { customerOf } from './stripe-customer';

/**
 * Whether a refusal of Stripe was about a customer that was deleted there, and another one has taken its
 * place: then the same call may be made again.
 */
export async function isReplaced(
  deps: Deps,
  error: unknown,
  customerId: string | null,
): Promise<boolean> {
  return isMissing(error) && customerId !== null && replaceDeletedCustomer(deps, customerId);
}

/**
 * If Stripe has deleted a customer of ours, drops the cards that went with it, and gives its account and
 * all appointments that still need one another customer. Does nothing for a customer that this account of
 * Stripe never had: a wrong key must not empty every account. Repeating it is harmless.
 *
 * @returns whether the customer was deleted
 */
export async function replaceDeletedCustomer(deps: Deps, customerId: string): Promise<boolean> {
  const { db, payments, log } = deps;
  const [[found], toCome, owing] = await db.read((orm) => [
    selectUserOf(orm, customerId),
    ...selectInNeedOf(orm, customerId),
  ]);
  // A deleted account has none, and Stripe deleted its customer for us.
  const user = found && found.username !== formerName(found.id) ? found : null;
  if (!user && toCome.length === 0 && owing.length === 0) return false;
  if ((await payments.findCustomer(customerId)) !== 'deleted') return false;
  log.warn('a customer was deleted at Stripe', { customer: customerId });
  const cards = user ? await selectCards(db.orm, user.id) : [];
  const methods = [
    ...cards.map(({ stripePaymentMethodId }) => stripePaymentMethodId),
    ...toCome.flatMap(({ stripePaymentMethodId }) => stripePaymentMethodId ?? []),
  ];
  for (const method of new Set(methods)) await lookAtCard(deps, method);
  const ofUser = user
    ? await payments.ensureCustomer({ ownerKey: user.id, replaces: customerId })
    : null;
  for (const row of owing) await learnOfPayments(deps, row, customerId);
  for (const row of [...toCome, ...owing]) {
    const next = ofUser?.customerId ?? (await nextCustomerOf(deps, row, customerId));
    const before = { id: row.id, stripeCustomerId: customerId };
    await db.write((orm) => changeCustomerOfAppointment(orm, before, next));
  }
  // Last, so that a crash before this repeats all of it.
  if (user && ofUser) {
    const before = { id: user.id, stripeCustomerId: customerId };
    await db.write((orm) => changeCustomerOf(orm, before, ofUser.customerId));
  }
  return true;
}

/** The customer of an appointment whose own was deleted: its account's, or another one for its guest. */
async function nextCustomerOf(deps: Deps, row: AppointmentRow, replaces: string): Promise<string> {
  if (row.userId) return customerOf(deps, { ...row, stripeCustomerId: null });
  const { customerId } = await deps.payments.ensureCustomer({
    ownerKey: `guest:${row.id}`,
    replaces,
  });
  return customerId;
}

/**
 * Writes down the payments of a deleted customer: under another one nobody finds them again, and books
 * that don't know of one would charge a second time.
 */
async function learnOfPayments(deps: Deps, { id }: AppointmentRow, customerId: string) {
  const input = { customerId, appointmentId: id };
  const found = await deps.payments.findPaymentIntents(input).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const intent of found) await applyPaymentIntent(deps, intent);
}
