import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { dueIfAny } from '../leases/leases.repository';
import { forgetCustomer, selectForgotten } from './forget-customers.repository';

type Found = readonly { id: string | null }[][];

const beforeOf = (deps: Deps) => addDays(todayOf(deps), -deps.settings.keepDays.details);

/** The customers that `forgetCustomers` forgets: queries of some. */
export const selectCustomersToForget = (deps: Deps) => selectForgotten(deps.db.orm, beforeOf(deps));

/** Whether it would find one. */
export const customersToForget = ({ deps }: AnyCall) => dueIfAny(...selectCustomersToForget(deps));

/**
 * Lets Stripe delete its customers of deleted accounts, and of guests whose details were forgotten, with
 * their saved cards. Nothing is owed by any of them; payments stay at Stripe. A customer whom
 * Stripe does not delete now is tried again by the next run.
 */
export async function forgetCustomers({ deps }: AnyCall): Promise<void> {
  await forgetFound(deps, await deps.db.read(() => selectCustomersToForget(deps)));
}

/** The same of those that were read. */
export async function forgetFound(deps: Deps, found: Found): Promise<void> {
  const { db, payments, log } = deps;
  const before = beforeOf(deps);
  for (const customerId of new Set(found.flat().flatMap(({ id }) => id ?? []))) {
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
