import type { AppointmentRow } from '@/db/schema';
import {
  expectStops,
  type Lateness,
  latenessOf,
  type TimedStop,
  timeSlotInstants,
} from '@/domain/route/lateness';
import { type Dock, freshPosition, positionOfDock } from '@/domain/route/position';
import { applyManualSequence, planRoute, type Stop } from '@/domain/route/stop-order';
import type { DriverRow } from '../../drivers/drivers.repository';

/** The facts a driver's route of one day is planned from. */
export type RouteFacts = {
  /** The driver's open deliveries. */
  rows: readonly AppointmentRow[];
  docks: readonly Dock[];
  /** The driver's own order of the stops, or null if the planned one applies. */
  manualOrder: readonly string[] | null;
  now: number;
  timeZone: string;
};

type RouteStop = Stop & TimedStop & { row: AppointmentRow };

/**
 * Returns a day's stops in the order to make them: the driver's own order if there is one,
 * otherwise the planned one.
 */
export function routeOf(driver: DriverRow, facts: RouteFacts): RouteStop[] {
  const stops = facts.rows.map((row) => stopOf(row, facts));
  const planned = planRoute(stops, freshPosition(driver, facts.now));
  const ordered = facts.manualOrder ? applyManualSequence(planned, facts.manualOrder) : planned;
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  return ordered.flatMap(({ id }) => byId.get(id) ?? []);
}

function stopOf(row: AppointmentRow, { docks, timeZone }: RouteFacts): RouteStop {
  const { id, slotIndex, location, estimatedGallonsTenths, arrivalAt } = row;
  return {
    row,
    id,
    slotIndex,
    location,
    estimatedGallonsTenths,
    arrivalAt,
    enRoute: row.status === 'en_route',
    position: positionOfDock(row, docks),
    ...timeSlotInstants(row.date, slotIndex, timeZone),
  };
}

/** Returns a driver's late stops today, or null if none is expected to be late. */
export function latenessOfDay(driver: DriverRow, facts: RouteFacts): Lateness | null {
  const { now } = facts;
  return latenessOf(expectStops(routeOf(driver, facts), { now, from: freshPosition(driver, now) }));
}
