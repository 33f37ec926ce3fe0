import type { VisitorLink } from '@/domain/roles';
import { mayWorkIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';

/**
 * Counts the call as a change by a customer, a guest, or a driver once it writes. Those who work with
 * deliveries, and their programs, aren't limited, because they change a whole day's deliveries. Unknown
 * callers have limits of their own.
 */
export async function countChange(call: Call, input: unknown): Promise<void> {
  const { actor } = call;
  const when = { atFirstWrite: true };
  if (actor.kind === 'guest') {
    const account = `delivery ${changedBy(actor.held, input)}`;
    await takeAttempt(call, { name: 'change', account, address: null }, when);
  } else if (actor.kind === 'user' && !mayWorkIn('deliveries', actor.role)) {
    const name = actor.role === 'driver' ? 'driverChange' : 'change';
    await takeAttempt(call, { name, account: actor.userId, address: null }, when);
  }
}

/**
 * Returns the delivery that a guest's call is about, or the guest's newest one if the call doesn't
 * name one.
 */
function changedBy(held: readonly VisitorLink[], input: unknown): string | undefined {
  const named = Object.values(input instanceof Object ? input : {});
  const link = held.find(({ appointmentId }) => named.includes(appointmentId)) ?? held[0];
  return link?.appointmentId;
}
