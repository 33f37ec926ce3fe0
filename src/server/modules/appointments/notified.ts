import type { AnyCall } from '@/server/config/call';
import { isReachable } from '../messages/reach';
import { ownContact, type StaffAppointment } from './appointments.view';

/**
 * Adds a fact to a changed appointment: whether a message can reach its customer. If not, staff
 * call.
 */
export async function withNotified(
  { deps }: AnyCall,
  changing: Promise<StaffAppointment>,
): Promise<StaffAppointment & { customerNotified: boolean }> {
  const appointment = await changing;
  return { ...appointment, customerNotified: await isReachable(deps, ownContact(appointment)) };
}
