import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import {
  type DriverRow,
  driverIsActive,
  isOnlyAvailableDriver,
  selectActiveDrivers,
} from '../drivers/drivers.repository';
import { advance } from './advance.usecases';
import { findAppointment } from './appointments.repository';
import type { StaffAppointment } from './appointments.view';
import { refuseChangedSince } from './edit-conflict';

/**
 * Schedules a confirmed appointment with a driver. Without one, it takes the only available driver.
 *
 * @throws `changed_meanwhile` if the caller's version is outdated, or if another admin scheduled it
 *   with a different driver
 */
export async function scheduleAppointment(
  call: Call,
  input: { id: string; driverId?: number | null; version?: number | undefined },
): Promise<StaffAppointment> {
  const facts = (orm: Parameters<typeof selectActiveDrivers>[0]) =>
    [selectActiveDrivers(orm)] as const;
  const { id, version } = input;
  const decide = ({ status }: AppointmentRow, [drivers]: readonly [DriverRow[]]) => {
    // Moving a delivery back to scheduled is a separate action, which notifies the customer.
    if (status === 'en_route') throw underWay();
    if (input.driverId) {
      const { id } = requireActiveDriver(drivers, input.driverId);
      return { changes: { driverId: id }, alsoOnlyIf: driverIsActive(id) };
    }
    const driverId = onlyAvailable(drivers)?.id ?? null;
    return { changes: { driverId }, alsoOnlyIf: isOnlyAvailableDriver(driverId) };
  };
  const scheduled = await advance(call, { id, version, to: 'scheduled' }, facts, decide);
  if (version !== undefined && input.driverId && scheduled.driverId !== input.driverId) {
    await refuseOtherDriver(call, id, version);
  }
  return scheduled;
}

const underWay = () =>
  new DomainError('conflict', 'This appointment is en route. Move it back to scheduled instead.');

/**
 * Another admin scheduled the appointment first, with a different driver, so this isn't a repeat.
 */
async function refuseOtherDriver(call: Call, id: string, version: number): Promise<void> {
  const row = await findAppointment(call.deps.db.orm, id);
  if (row) await refuseChangedSince(call, row, version);
}

/** Throws `not_found` if the driver doesn't exist or is inactive. */
export function requireActiveDriver(drivers: readonly DriverRow[], id: number): DriverRow {
  const driver = drivers.find((one) => one.id === id && one.status !== 'retired');
  if (driver) return driver;
  throw new DomainError('not_found', 'We couldn’t find that driver.', { field: 'driverId' });
}

function onlyAvailable(drivers: readonly DriverRow[]): DriverRow | undefined {
  const available = drivers.filter(({ status }) => status === 'available');
  if (available.length <= 1) return available[0];
  throw new DomainError('invalid_input', 'Select a driver.', { field: 'driverId' });
}
