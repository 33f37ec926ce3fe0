import type { RouteOrderInput } from '@/domain/driver/schemas';
import type { UserActor } from '@/domain/roles';
import { applyManualOrder, planRoute, type Stop } from '@/domain/route/order';
import type { Deps } from '@/server/deps';
import { freshPosition } from '../appointments/arrival.usecases';
import {
  type DriverRow,
  deleteRouteOrder,
  findRouteOrder,
  saveRouteOrder,
} from './drivers.repository';
import { requireDriver } from './drivers.usecases';

/** The stops of a day in the order to make them: the driver's own where there is one, else planned. */
export async function orderStops(
  deps: Deps,
  driver: DriverRow,
  input: { date: string; stops: Stop[]; now: number },
): Promise<{ stops: Stop[]; isManual: boolean }> {
  const planned = planRoute(input.stops, freshPosition(driver, input.now));
  const manual = await findRouteOrder(deps.db.orm, driver.id, input.date);
  return manual
    ? { stops: applyManualOrder(planned, manual), isManual: true }
    : { stops: planned, isManual: false };
}

/**
 * Keeps the order in which a driver wants to make the stops of a date; `stopIds: null` goes back to
 * the planned one. Ids that are not of the day are kept and mean nothing.
 */
export async function setRouteOrder(
  { deps, actor }: { deps: Deps; actor: UserActor },
  input: RouteOrderInput,
): Promise<{ isManualOrder: boolean }> {
  const { date, stopIds } = input;
  const driver = await requireDriver({ deps, actor }, input);
  await deps.db.write((orm) =>
    stopIds
      ? saveRouteOrder(orm, { driverId: driver.id, date, stopIds, updatedAt: deps.clock.now() })
      : deleteRouteOrder(orm, driver.id, date),
  );
  return { isManualOrder: stopIds !== null };
}
