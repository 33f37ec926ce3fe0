import { tryWriteGuarded } from '@/db/guarded-batch';
import type { LoadInput } from '@/domain/driver/load.schema';
import { truckOfDay } from '@/domain/trucks/truck';
import type { UserCall } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { requireDriver } from '../../drivers/drivers.usecases';
import { selectTruckDay, selectTrucks } from '../../trucks/trucks.repository';
import { saveLoad } from './loads.repository';

/**
 * Saves the onboard load of a driver's current truck for a date, including fuel and ice carried over.
 * It replaces an earlier one, so sending it again changes nothing.
 */
export async function setLoad(call: UserCall, input: LoadInput): Promise<{ date: string }> {
  const { deps } = call;
  const driver = await requireDriver(call, input);
  const { driverId: _named, date, ...load } = input;
  const [trucks, chosen] = await deps.db.read((orm) => [
    selectTrucks(orm),
    selectTruckDay(orm, driver.id, date),
  ]);
  await tryWriteGuarded(deps.db, {
    guard: saveLoad(deps.db.orm, {
      driverId: driver.id,
      date,
      ...load,
      updatedAt: deps.clock.now(),
      truckId: truckOfDay(date, { trucks, chosen })?.id ?? null,
    }),
    audit: audit(call, { action: 'driver.loaded', after: { driverId: driver.id, date, ...load } }),
  });
  return { date };
}
