import type { Call } from '@/server/config/call';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';

/**
 * Counts the call as a change by a customer, a guest or a driver once it writes. Admins and their programs
 * work through whole days, and strangers have limits of their own.
 */
export async function countChange(call: Call): Promise<void> {
  const { actor } = call;
  const when = { atFirstWrite: true };
  if (actor.kind === 'guest') {
    const account = `delivery ${actor.appointmentId}`;
    await takeAttempt(call, { name: 'change', account, address: null }, when);
  } else if (actor.kind === 'user' && actor.role !== 'admin') {
    const name = actor.role === 'driver' ? 'driverChange' : 'change';
    await takeAttempt(call, { name, account: actor.userId, address: null }, when);
  }
}
