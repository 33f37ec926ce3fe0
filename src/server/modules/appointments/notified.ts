import type { AnyCall } from '@/server/config/call';
import { isReachable } from '../messages/reach';
import { findAppointment } from './appointments.repository';

/**
 * Adds to a change's result whether its message can reach the customer, so that staff call if it
 * can't.
 */
export async function withNotified<T extends object>(
  { deps }: AnyCall,
  id: string,
  changing: Promise<T>,
): Promise<T & { customerNotified: boolean }> {
  const changed = await changing;
  const appointment = await findAppointment(deps.db.orm, id);
  const customerNotified = appointment !== null && (await isReachable(deps, appointment));
  return { ...changed, customerNotified };
}
