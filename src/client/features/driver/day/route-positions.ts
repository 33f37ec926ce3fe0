import type { Position } from '@/domain/route/distance';
import { type ShownDay, stopNumber } from './driver-day';

/** A dock on the map with its stop numbers. Several deliveries can go to one marina. */
export type MappedDock = { position: Position; stopNumbers: number[]; name: string };

/**
 * The day's docks with a known position, in the order of their first stops. Each position appears
 * once.
 */
export function mappedDocks(day: ShownDay): MappedDock[] {
  const docks = new Map<string, MappedDock>();
  for (const [i, { position, location }] of day.deliveries.entries()) {
    if (!position) continue;
    // Four decimals are about 10 meters.
    const key = `${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)}`;
    const dock = docks.get(key) ?? { position, stopNumbers: [], name: location };
    dock.stopNumbers.push(stopNumber(day, i));
    docks.set(key, dock);
  }
  return [...docks.values()];
}

/** The route's positions in driving order, starting with the driver's if it's known. */
export function routePositions({ driver, deliveries }: ShownDay): Position[] {
  const stops = deliveries.flatMap(({ position }) => position ?? []);
  return driver.position ? [driver.position, ...stops] : stops;
}
