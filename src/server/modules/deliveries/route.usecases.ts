import { writeGuarded } from '@/db/guarded-batch';
import type { RouteOrderInput } from '@/domain/driver/driver.schema';
import { freshPosition } from '@/domain/route/position';
import { applyManualSequence, planRoute, type Stop } from '@/domain/route/stop-order';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import type { DriverRow } from '../drivers/drivers.repository';
import { requireDriver } from '../drivers/drivers.usecases';
import { deleteRouteOrder, saveRouteOrder } from './route.repository';

/** The stops of a day in the order to make them: the driver's own where there is one, else planned. */
export function orderStops(
  driver: DriverRow,
  { stops, manualOrder, now }: { stops: Stop[]; manualOrder: string[] | null; now: number },
): { stops: Stop[]; isManual: boolean } {
  const planned = planRoute(stops, freshPosition(driver, now));
  return manualOrder
    ? { stops: applyManualSequence(planned, manualOrder), isManual: true }
    : { stops: planned, isManual: false };
}

/**
 * Stores the driver's own sequence of the stops of a date; `stopIds: null` goes back to the planned
 * one. Ids that are not of the day are stored and change nothing.
 */
export async function setRouteOrder(
  { deps, actor }: UserCall,
  input: RouteOrderInput,
): Promise<{ isManualOrder: boolean }> {
  const { date, stopIds } = input;
  const driver = await requireDriver({ deps, actor }, input);
  const after = { driverId: driver.id, date, stops: stopIds?.length ?? null };
  const { orm } = deps.db;
  await writeGuarded(deps.db, {
    guard: stopIds
      ? saveRouteOrder(orm, { driverId: driver.id, date, stopIds, updatedAt: deps.clock.now() })
      : deleteRouteOrder(orm, driver.id, date),
    audit: audit({ deps, actor }, { action: 'driver.route_ordered', after }),
  });
  return { isManualOrder: stopIds !== null };
}
