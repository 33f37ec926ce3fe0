import type { Position } from '@/domain/route/distance';
import type { ShownDay } from './outbox/actions';

/** A dock with the numbers of its stops: several deliveries may go to one marina. */
export type Place = { position: Position; numbers: number[]; name: string };

/** The known docks of a day in the order of their first stops; the same spot comes once. */
export function placesOf({ deliveries }: ShownDay): Place[] {
  const places = new Map<string, Place>();
  for (const [i, { position, location }] of deliveries.entries()) {
    if (!position) continue;
    const spot = `${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)}`;
    const place = places.get(spot) ?? { position, numbers: [], name: location };
    place.numbers.push(i + 1);
    places.set(spot, place);
  }
  return [...places.values()];
}

/** The way as it will be gone: from the driver, if it is known where they are, stop by stop. */
export function wayOf({ driver, deliveries }: ShownDay): Position[] {
  const stops = deliveries.flatMap(({ position }) => position ?? []);
  return driver.position ? [driver.position, ...stops] : stops;
}
