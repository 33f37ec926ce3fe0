import type { AppointmentRow } from '@/db/schema';
import { isNewArrival, roughArrival } from '@/domain/route/arrival';
import type { Position } from '@/domain/route/distance';
import type { DriverRow } from '../drivers/drivers.repository';
import { positionOfDock } from './docks';
import type { Dock } from './docks.repository';

/** A driver who was last seen longer ago is somewhere else by now. */
const POSITION_HOLDS_MS = 30 * 60_000;

/** Where a driver is, unless that is too long ago to go by. */
export function freshPosition(driver: DriverRow, now: number): Position | null {
  const { latitude, longitude, locatedAt } = driver;
  if (latitude === null || longitude === null || locatedAt === null) return null;
  return now - locatedAt <= POSITION_HOLDS_MS ? { latitude, longitude } : null;
}

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
