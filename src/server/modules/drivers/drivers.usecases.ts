import { DomainError } from '@/domain/errors';
import { type Actor, hasRole } from '@/domain/roles';
import { localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { listForDriver } from '../appointments/appointments.repository';
import { customerView } from '../appointments/appointments.view';
import { findDocks } from '../appointments/docks.repository';
import { readSupport } from '../support/support.usecases';
import { activeDrivers, type DriverRow, findDriver } from './drivers.repository';
import { orderStops } from './route.usecases';

type Call = { deps: Deps; actor: Actor };

/** Drivers that can be given work. */
export function listDrivers({ deps }: { deps: Deps }): Promise<DriverRow[]> {
  return activeDrivers(deps.db.orm);
}

/**
 * The driver a call is about: drivers themselves, for staff the one they name, driver 1 first (D38,
 * D39). Throws `not_found` for everybody else's.
 */
export async function requireDriver(
  { deps, actor }: Call,
  input: { driverId?: number | null },
): Promise<DriverRow> {
  const own = hasRole(actor, 'driver') ? actor.driverId : null;
  const asked = input.driverId ?? null;
  const id = hasRole(actor, 'admin') ? (asked ?? 1) : own;
  const isSomebodyElse = own !== null && asked !== null && asked !== own;
  const driver = id === null || isSomebodyElse ? null : await findDriver(deps.db.orm, id);
  if (!driver) throw new DomainError('not_found', 'We could not find that driver.');
  return driver;
}

/** A driver and today's deliveries, in the order to make them. */
export async function readDriverDay({ deps, actor }: Call, input: { driverId?: number | null }) {
  const driver = await requireDriver({ deps, actor }, input);
  const { settings } = deps;
  const now = deps.clock.now();
  const date = localMoment(now, settings.timeZone).date;
  const [rows, support] = await Promise.all([
    listForDriver(deps.db.orm, driver.id, date),
    readSupport({ deps }),
  ]);
  const docks = await findDocks(deps.db.orm, rows);
  const stops = rows.map((row, i) => ({
    id: row.id,
    windowIndex: row.windowIndex,
    enRoute: row.status === 'en_route',
    position: docks[i] ?? null,
  }));
  const route = await orderStops(deps, driver, { date, stops, now });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    driver: {
      id: driver.id,
      name: driver.name,
      vehicleInfo: driver.vehicleInfo,
      status: driver.status,
      position: positionView(driver),
    },
    date,
    dispatchPhone: support.phone,
    /** Where the pictures of a map come from; null draws it without any. */
    map: settings.map,
    /** The driver's own order holds, not the planned one. */
    isManualOrder: route.isManual,
    deliveries: route.stops.flatMap(({ id, position }) => {
      const row = byId.get(id);
      if (!row) return [];
      return {
        ...customerView(row),
        customerName: row.customerName,
        customerPhone: row.customerPhone,
        /** False when no message can reach the customer, so that nobody says one did (D41). */
        customerReachable: row.customerEmail !== null,
        /** Where the dock is, if a delivery was made there before. */
        position,
      };
    }),
  };
}

function positionView({ latitude, longitude, locatedAt }: DriverRow) {
  if (latitude === null || longitude === null || locatedAt === null) return null;
  return { latitude, longitude, locatedAt };
}

/** A driver's name and vehicle; drivers see themselves only (D39). */
export async function readDriver(
  call: Call,
  input: { id: number },
): Promise<Pick<DriverRow, 'id' | 'name' | 'vehicleInfo' | 'status'>> {
  const driver = await requireDriver(call, { driverId: input.id });
  const { id, name, vehicleInfo, status } = driver;
  return { id, name, vehicleInfo, status };
}
