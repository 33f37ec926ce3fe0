import { DomainError } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import { type DriverRow, findDriver } from './drivers.repository';

/**
 * Returns the driver's number for a call. Drivers act for themselves. Admins act for the driver
 * they name, or for driver 1. Throws `not_found` for any other driver.
 */
export function requireDriverId(actor: Actor, input: { driverId?: number | null }): number {
  const named = input.driverId ?? null;
  const own = hasRole(actor, 'driver') ? actor.driverId : null;
  if (worksIn('deliveries', actor)) return named ?? 1;
  if (own !== null && (named === null || named === own)) return own;
  throw unknownDriver();
}

/** Returns the driver of a call. Throws `not_found`. */
export async function requireDriver(
  { deps, actor }: Call,
  input: { driverId?: number | null },
): Promise<DriverRow> {
  const driver = await findDriver(deps.db.orm, requireDriverId(actor, input));
  if (!driver) throw unknownDriver();
  return driver;
}

/** Returned as a 404. */
export const unknownDriver = () => new DomainError('not_found', 'We couldn’t find that driver.');

/** Returns a driver's name and vehicle. Drivers see only their own. */
export async function readDriver(
  call: Call,
  input: { id: number },
): Promise<Pick<DriverRow, 'id' | 'name' | 'vehicleInfo' | 'status'>> {
  const driver = await requireDriver(call, { driverId: input.id });
  const { id, name, vehicleInfo, status } = driver;
  return { id, name, vehicleInfo, status };
}
