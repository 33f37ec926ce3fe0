import { tryWriteGuarded } from '@/db/guarded-batch';
import type { LoadInput } from '@/domain/driver/load.schema';
import type { UserCall } from '@/server/config/call';
import { audit } from '../../audit/audit';
import { requireDriver } from '../../drivers/drivers.usecases';
import { saveLoad } from './loads.repository';

/**
 * Saves a driver's onboard load for a date, including fuel and ice carried over. It replaces an
 * earlier one, so sending it again changes nothing.
 */
export async function setLoad(call: UserCall, input: LoadInput): Promise<{ date: string }> {
  const { deps } = call;
  const driver = await requireDriver(call, input);
  const { driverId: _named, date, ...load } = input;
  await tryWriteGuarded(deps.db, {
    guard: saveLoad(deps.db.orm, {
      driverId: driver.id,
      date,
      ...load,
      updatedAt: deps.clock.now(),
    }),
    audit: audit(call, { action: 'driver.loaded', after: { driverId: driver.id, date, ...load } }),
  });
  return { date };
}
