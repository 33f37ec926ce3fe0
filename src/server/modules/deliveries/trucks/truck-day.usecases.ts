import { tryWriteGuarded } from '@/db/guarded-batch';
import { DomainError } from '@/domain/errors';
import { TRUCK_MESSAGES, type TruckDayInput } from '@/domain/trucks/truck.schema';
import type { UserCall } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { selectClosedDay } from '../../closing/closing.repository';
import { selectDriver } from '../../drivers/drivers.repository';
import { requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { saveTruckDay, selectTruck } from '../../trucks/trucks.repository';

/** Saves a driver's truck on a date. Sending it again changes nothing. */
export async function chooseTruck(
  call: UserCall,
  { truckId, date, ...named }: TruckDayInput,
): Promise<{ truckId: number }> {
  const { deps } = call;
  const driverId = requireDriverId(call.actor, named);
  const [[driver], [truck], [closed]] = await deps.db.read((orm) => [
    selectDriver(orm, driverId),
    selectTruck(orm, truckId),
    selectClosedDay(orm, date),
  ]);
  if (!driver) throw unknownDriver();
  if (!truck) throw new DomainError('invalid_input', TRUCK_MESSAGES.id, { field: 'truckId' });
  if (closed) {
    throw new DomainError(
      'conflict',
      'The office has closed this day, so you can’t change its trucks.',
    );
  }
  if (!truck.isActive) {
    throw new DomainError('conflict', `${truck.name} is inactive. Select another truck.`);
  }
  await tryWriteGuarded(deps.db, {
    guard: saveTruckDay(deps.db.orm, { driverId, date, truckId, updatedAt: deps.clock.now() }),
    audit: audit(call, { action: 'driver.truck_chosen', after: { driverId, date, truckId } }),
  });
  return { truckId };
}
