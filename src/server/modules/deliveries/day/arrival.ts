import type { AppointmentRow } from '@/db/schema';
import { isNewArrival, roughArrival } from '@/domain/route/arrival';
import { type Dock, freshPosition, positionOfDock } from '@/domain/route/position';
import type { DriverRow } from '../../drivers/drivers.repository';

/** The facts a driver's estimated arrivals are calculated from. `now` is in ms. */
export type ArrivalFacts = {
  driver: DriverRow;
  /** The driver's en route stops, in the order they set out. */
  enRoute: readonly AppointmentRow[];
  docks: readonly Dock[];
  now: number;
};

/** Estimates (ms) when a driver who sets out now will arrive, after their other en route stops. */
export function arrivalOf(
  appointment: AppointmentRow,
  { driver, enRoute, docks, now }: ArrivalFacts,
): number {
  return roughArrival({
    now,
    driver: freshPosition(driver, now),
    dock: positionOfDock(appointment, docks),
    stopsBefore: enRoute.length,
  });
}

/**
 * Estimates new arrivals for a driver who moved. Returns only those that changed enough to matter
 * to the customer.
 */
export function newArrivals({
  driver,
  enRoute,
  docks,
  now,
}: ArrivalFacts): { id: string; arrivalAt: number }[] {
  return enRoute.flatMap((appointment, stopsBefore) => {
    const dock = positionOfDock(appointment, docks);
    // Without the dock's position, a new position of the driver changes no estimate.
    if (!dock) return [];
    const position = freshPosition(driver, now);
    const arrivalAt = roughArrival({ now, driver: position, dock, stopsBefore });
    return isNewArrival(appointment.arrivalAt, arrivalAt)
      ? [{ id: appointment.id, arrivalAt }]
      : [];
  });
}
