import type { Position } from '@/domain/route/distance';
import { type ShownDay, stopNumber } from './driver-day';

/** A dock on the map with the numbers of its stops: several deliveries may go to one marina. */
export type MappedDock = { position: Position; stopNumbers: number[]; name: string };

/** The docks of a day with a known position, in the order of their first stops; each position once. */
export function mappedDocks(day: ShownDay): MappedDock[] {
  const docks = new Map<string, MappedDock>();
  for (const [i, { position, location }] of day.deliveries.entries()) {
    if (!position) continue;
    // Four decimals are about ten metres.
    const key = `${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)}`;
    const dock = docks.get(key) ?? { position, stopNumbers: [], name: location };
    dock.stopNumbers.push(stopNumber(day, i));
    docks.set(key, dock);
  }
  return [...docks.values()];
}

/** The positions of the route in driving order: the driver's own, if it is known, then each stop's. */
export function routePositions({ driver, deliveries }: ShownDay): Position[] {
  const stops = deliveries.flatMap(({ position }) => position ?? []);
  return driver.position ? [driver.position, ...stops] : stops;
}
