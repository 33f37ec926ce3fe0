import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { forgetCustomer, selectForgotten } from './forget-customers.repository';

/**
 * Lets Stripe delete its customers of deleted accounts, and of guests whose details were forgotten, with
 * their saved cards (D79). Nothing is owed by any of them; payments stay at Stripe. A customer whom
 * Stripe does not delete now is tried again by the next run.
 */
export async function forgetCustomers({ deps }: AnyCall): Promise<void> {
  const { db, payments, settings, log } = deps;
  const before = addDays(todayOf(deps), -settings.keepDays.details);
  for (const customerId of await selectForgotten(db, before)) {
    try {
      await payments.deleteCustomer(customerId);
      await forgetCustomer(db, customerId, before);
    } catch (error) {
      log.error('a customer of a deleted account is still at Stripe', {
        customer: customerId,
        ...errorFields(error),
      });
    }
  }
}
