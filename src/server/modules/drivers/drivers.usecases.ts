import { DomainError } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import { localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { listForDriver } from '../appointments/appointments.repository';
import { customerView } from '../appointments/appointments.view';
import { activeDrivers, type DriverRow, findDriver } from './drivers.repository';

type Call = { deps: Deps; actor: Actor };

/** Drivers that can be given work. */
export function listDrivers({ deps }: { deps: Deps }): Promise<DriverRow[]> {
  return activeDrivers(deps.db.orm);
}

/**
 * A driver and today's deliveries. Drivers see themselves only; staff may name any, driver 1 first
 * (D38, D39).
 */
export async function readDriverDay({ deps, actor }: Call, input: { driverId?: number | null }) {
  const own = hasRole(actor, 'driver') ? actor.driverId : null;
  const id = hasRole(actor, 'admin') ? (input.driverId ?? 1) : own;
  const unknown = new DomainError('not_found', 'We could not find that driver.');
  if (id === null || (own !== null && input.driverId && input.driverId !== own)) throw unknown;
  const driver = await findDriver(deps.db.orm, id);
  if (!driver) throw unknown;
  const date = localMoment(deps.clock.now(), deps.settings.timeZone).date;
  const rows = await listForDriver(deps.db.orm, id, date);
  return {
    driver: {
      id: driver.id,
      name: driver.name,
      vehicleInfo: driver.vehicleInfo,
      status: driver.status,
    },
    date,
    deliveries: rows.map((row) => ({
      ...customerView(row),
      customerName: row.customerName,
      customerPhone: row.customerPhone,
      /** False when no message can reach the customer, so that nobody says one did (D41). */
      customerReachable: row.customerEmail !== null,
    })),
  };
}

/** A driver's name and vehicle; drivers see themselves only (D39). */
export async function readDriver(
  { deps, actor }: Call,
  input: { id: number },
): Promise<Pick<DriverRow, 'id' | 'name' | 'vehicleInfo' | 'status'>> {
  const own = hasRole(actor, 'driver') ? actor.driverId : null;
  const isSeen = own === input.id || hasRole(actor, 'admin');
  const driver = isSeen ? await findDriver(deps.db.orm, input.id) : null;
  if (!driver) throw new DomainError('not_found', 'We could not find that driver.');
  const { id, name, vehicleInfo, status } = driver;
  return { id, name, vehicleInfo, status };
}
