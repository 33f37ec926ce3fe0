import { tryWriteGuarded } from '@/db/guarded-batch';
import type { RouteOrderInput } from '@/domain/driver/driver.schema';
import type { UserCall } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { requireDriver } from '../../drivers/drivers.usecases';
import { deleteRouteOrder, saveRouteOrder } from './route.repository';

/**
 * Stores the driver's own order of a date's stops. `stopIds: null` restores the planned order. IDs
 * of other dates are stored and ignored.
 */
export async function setRouteOrder(
  { deps, actor }: UserCall,
  input: RouteOrderInput,
): Promise<{ isManualOrder: boolean }> {
  const { date, stopIds } = input;
  const driver = await requireDriver({ deps, actor }, input);
  const after = { driverId: driver.id, date, stops: stopIds?.length ?? null };
  const { orm } = deps.db;
  await tryWriteGuarded(deps.db, {
    guard: stopIds
      ? saveRouteOrder(orm, { driverId: driver.id, date, stopIds, updatedAt: deps.clock.now() })
      : deleteRouteOrder(orm, driver.id, date),
    audit: audit({ deps, actor }, { action: 'driver.route_ordered', after }),
  });
  return { isManualOrder: stopIds !== null };
}
