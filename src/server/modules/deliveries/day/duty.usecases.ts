import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { Duty } from '@/domain/driver/status';
import { DomainError } from '@/domain/errors';
import type { Position } from '@/domain/route/distance';
import type { UserCall } from '@/server/config/call';
import { changeArrival, selectEnRoute } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import { changeDriver, selectDriver, updateDriver } from '../../drivers/drivers.repository';
import { requireDriver, requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { newArrivals } from './arrival';
import { selectDocksEnRoute } from './docks.repository';

/** Sets whether a driver is taking deliveries. Offline drivers aren't selected by default. */
export async function setDuty(
  call: UserCall,
  input: { driverId?: number | null; status: Duty },
): Promise<{ status: Duty }> {
  const { deps } = call;
  const { status } = input;
  return retryOnConflict(async () => {
    const driver = await requireDriver(call, input);
    if (driver.status === status) return { status };
    if (driver.status === 'retired') throw new DomainError('conflict', 'This driver is inactive.');
    await writeGuarded(deps.db, {
      guard: changeDriver(deps.db.orm, { id: driver.id, status: driver.status }, { status }),
      audit: audit(call, {
        action: status === 'available' ? 'driver.available' : 'driver.offline',
        before: { driverId: driver.id, status: driver.status },
        after: { driverId: driver.id, status },
      }),
    });
    return { status };
  });
}

/**
 * Stores a driver's position from their device and updates estimated arrivals. A position older
 * than the stored one changes nothing. There's no audit entry, because a position isn't an action.
 */
export async function setPosition(
  { deps, actor }: UserCall,
  input: { driverId?: number | null; ageMs?: number } & Position,
): Promise<{ locatedAt: number }> {
  const id = requireDriverId(actor, input);
  const [[driver], enRoute, docks] = await deps.db.read((orm) => [
    selectDriver(orm, id),
    selectEnRoute(orm, id),
    selectDocksEnRoute(orm, id),
  ]);
  if (!driver) throw unknownDriver();
  const { latitude, longitude, ageMs = 0 } = input;
  const now = deps.clock.now();
  const locatedAt = now - ageMs;
  if (driver.locatedAt !== null && driver.locatedAt > locatedAt) {
    return { locatedAt: driver.locatedAt };
  }
  const changes = {
    latitude,
    longitude,
    currentLocation: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    locatedAt,
  };
  const arrivals = newArrivals({ driver: { ...driver, ...changes }, enRoute, docks, now });
  await deps.db.batch((orm) => [
    updateDriver(orm, id, changes),
    ...arrivals.map(({ id, arrivalAt }) => changeArrival(orm, id, arrivalAt, now)),
  ]);
  return { locatedAt };
}
