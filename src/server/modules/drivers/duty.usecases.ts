import { DomainError } from '@/domain/errors';
import type { UserActor } from '@/domain/roles';
import type { Position } from '@/domain/route/distance';
import type { Deps } from '@/server/deps';
import { renewArrivals } from '../appointments/arrival.usecases';
import { insertAudit } from '../audit/audit.repository';
import { findDriver, updateDriver } from './drivers.repository';
import { requireDriver } from './drivers.usecases';

type Call = { deps: Deps; actor: UserActor };

/** Says whether a driver takes deliveries now (D40); offline ones are not chosen by default. */
export async function setDuty(
  { deps, actor }: Call,
  input: { driverId?: number | null; status: 'available' | 'offline' },
): Promise<{ status: 'available' | 'offline' }> {
  const { id } = await requireDriver({ deps, actor }, input);
  const { status } = input;
  await deps.db.transaction(async (tx) => {
    const driver = await findDriver(tx, id);
    if (!driver || driver.status === status) return;
    if (driver.status === 'retired') throw new DomainError('conflict', 'This driver is retired.');
    await updateDriver(tx, id, { status });
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: `driver.${status}`,
      before: { driverId: id, status: driver.status },
      after: { driverId: id, status },
      at: deps.clock.now(),
    });
  });
  return { status };
}

/**
 * Keeps where a driver is, by their own device (D40), and works out again when they should arrive.
 * Not in the audit: it says where somebody was, not what they did.
 */
export async function setPosition(
  { deps, actor }: Call,
  input: { driverId?: number | null } & Position,
): Promise<{ locatedAt: number }> {
  const driver = await requireDriver({ deps, actor }, input);
  const { latitude, longitude } = input;
  const now = deps.clock.now();
  const changes = {
    latitude,
    longitude,
    currentLocation: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    locatedAt: now,
  };
  await deps.db.transaction(async (tx) => {
    await updateDriver(tx, driver.id, changes);
    await renewArrivals(tx, { ...driver, ...changes }, now);
  });
  return { locatedAt: now };
}
