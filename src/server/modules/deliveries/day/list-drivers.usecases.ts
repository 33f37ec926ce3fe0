import type { Lateness } from '@/domain/route/lateness';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { type DriverRow, selectActiveDrivers } from '../../drivers/drivers.repository';
import { selectDocksOfDay } from './docks.repository';
import { latenessOfDay } from './route';
import { selectRouteOrders, selectToDeliver } from './route.repository';

/** Lists the active drivers, each with the late stops expected today, or null if none. */
export async function listDrivers({
  deps,
}: AnyCall): Promise<(DriverRow & { lateness: Lateness | null })[]> {
  const now = deps.clock.now();
  const date = todayOf(deps);
  const [drivers, toDeliver, docks, orders] = await deps.db.read((orm) => [
    selectActiveDrivers(orm),
    selectToDeliver(orm, date),
    selectDocksOfDay(orm, date),
    selectRouteOrders(orm, date),
  ]);
  return drivers.map((driver) => {
    const rows = toDeliver.filter(({ driverId }) => driverId === driver.id);
    const manualOrder = orders.find(({ driverId }) => driverId === driver.id)?.stopIds ?? null;
    const facts = { rows, docks, manualOrder, now, timeZone: deps.settings.timeZone };
    return { ...driver, lateness: latenessOfDay(driver, facts) };
  });
}
