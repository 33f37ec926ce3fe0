import { DomainError, MESSAGES } from '@/domain/errors';
import { truckOfDay } from '@/domain/trucks/truck';
import type { AnyCall } from '@/server/config/call';
import { selectAppointment } from '../../appointments/appointments.repository';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { selectTruckDayOf } from '../../trucks/tickets.repository';
import { selectTrucksOfDay } from '../../trucks/trucks.repository';
import { truckView } from '../../trucks/trucks.usecases';

/**
 * Reads what staff need to enter a delivery's meter readings: the trucks with their last readings,
 * and the truck of the delivery's driver.
 *
 * @throws `not_found` if there's no such appointment
 */
export async function readMeter({ deps }: AnyCall, { id }: { id: string }) {
  const [[appointment], rows, chosen, [settings]] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectTrucksOfDay(orm),
    selectTruckDayOf(orm, id),
    selectBusinessSettings(orm),
  ]);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const trucks = rows.map(({ truck, lastReadingTenths }) => ({
    ...truckView(truck),
    lastReadingTenths,
  }));
  const theirs = truckOfDay(appointment.date, { trucks, chosen });
  return {
    /** The active trucks, and the driver's. */
    trucks: trucks.filter(({ id: truckId, isActive }) => isActive || truckId === theirs?.id),
    /** The driver's truck on the delivery's date. Null without one. */
    truckId: theirs?.id ?? null,
    /** True if the owner requires readings for each fuel delivery. */
    asksForReadings: businessSettingsOf(deps, settings).asksForReadings,
  };
}
