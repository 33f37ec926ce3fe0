import type { AppointmentRow } from '@/db/schema';
import { isNewArrival, roughArrival } from '@/domain/route/arrival';
import { type Dock, freshPosition, positionOfDock } from '@/domain/route/position';
import type { DriverRow } from '../../drivers/drivers.repository';

/** What an estimate of a driver's arrivals is made of. `now` is in ms. */
export type ArrivalFacts = {
  driver: DriverRow;
  /** What the driver has set out for already, in the order of setting out. */
  enRoute: readonly AppointmentRow[];
  docks: readonly Dock[];
  now: number;
};

/** About when a driver who sets out now should be there, in ms: after what is under way already. */
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
 * When a driver who moved should be where they are expected. Only what changed by enough to matter
 * to the customer is among them.
 */
export function newArrivals({
  driver,
  enRoute,
  docks,
  now,
}: ArrivalFacts): { id: string; arrivalAt: number }[] {
  return enRoute.flatMap((appointment, stopsBefore) => {
    const dock = positionOfDock(appointment, docks);
    // Without the dock's position, moving says nothing about it.
    if (!dock) return [];
    const position = freshPosition(driver, now);
    const arrivalAt = roughArrival({ now, driver: position, dock, stopsBefore });
    return isNewArrival(appointment.arrivalAt, arrivalAt)
      ? [{ id: appointment.id, arrivalAt }]
      : [];
  });
}
