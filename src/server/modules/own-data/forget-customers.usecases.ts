import { addDays } from '@/domain/dates';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { dueIfAny } from '../leases/leases.repository';
import { forgetCustomer, selectForgotten } from './forget-customers.repository';

type Found = readonly { id: string | null }[][];

const beforeOf = (deps: Deps) => addDays(todayOf(deps), -deps.settings.keepDays.details);

/** Selects the customers that `forgetCustomers` deletes. */
export const selectCustomersToForget = (deps: Deps) => selectForgotten(deps.db.orm, beforeOf(deps));

/** Checks whether `forgetCustomers` has work to do. */
export const customersToForget = ({ deps }: AnyCall) => dueIfAny(...selectCustomersToForget(deps));

/**
 * Deletes the Stripe customers of deleted accounts and of guests whose details were removed, with
 * their saved cards. None of them owe anything, and their payments stay at Stripe. If Stripe can't
 * delete one now, the next run tries again.
 */
export async function forgetCustomers({ deps }: AnyCall): Promise<void> {
  await forgetFound(deps, await deps.db.read(() => selectCustomersToForget(deps)));
}

/** Deletes these customers at Stripe. */
export async function forgetFound(deps: Deps, found: Found): Promise<void> {
  const { db, payments, log } = deps;
  const before = beforeOf(deps);
  for (const customerId of new Set(found.flat().flatMap(({ id }) => id ?? []))) {
    try {
      await payments.deleteCustomer(customerId);
      await forgetCustomer(db, customerId, before);
    } catch (error) {
      log.error("couldn't delete a deleted account's Stripe customer", {
        customer: customerId,
        ...errorFields(error),
      });
    }
  }
}
