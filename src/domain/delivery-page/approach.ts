import { metresBetween, milesOf, type Position } from '../route/distance';
import { freshPosition } from '../route/position';

/** How far a device's clock may be ahead of ours. */
const AHEAD_MS = 60_000;
/** A driver farther than this outside the service area isn't on a delivery. */
const MILES_AROUND_AREA = 50;
/** Below this, the distance isn't worth a number. */
const NEAR_MILES = 0.1;

/** A driver's position and when it was measured (ms). */
export type Track = Position & { at: number };

type Tracked = { latitude: number | null; longitude: number | null; locatedAt: number | null };

/**
 * Returns a driver's position if a customer may rely on it. It isn't shown if it's old, from the
 * future, not a number, or far from the area where we deliver.
 */
export function trackOf(
  driver: Tracked,
  { now, home, radiusMiles }: { now: number; home: Position; radiusMiles: number },
): Track | null {
  const position = freshPosition(driver, now);
  if (!position || driver.locatedAt === null || driver.locatedAt > now + AHEAD_MS) return null;
  const isNumber = Number.isFinite(position.latitude) && Number.isFinite(position.longitude);
  if (!isNumber || Math.abs(position.latitude) > 90 || Math.abs(position.longitude) > 180) {
    return null;
  }
  const miles = milesOf(metresBetween(home, position));
  return miles <= radiusMiles + MILES_AROUND_AREA ? { ...position, at: driver.locatedAt } : null;
}

/** "About 1.2 miles away" */
export function distanceText(metres: number): string {
  const miles = milesOf(metres);
  if (miles < NEAR_MILES) return 'Less than 0.1 miles away';
  const shown = miles < 10 ? miles.toFixed(1).replace(/\.0$/, '') : String(Math.round(miles));
  return `About ${shown} ${shown === '1' ? 'mile' : 'miles'} away`;
}

const DIRECTIONS = [
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
] as const;

/** Returns the bearing from one position to another in degrees, 0 to 360, clockwise from north. */
export function bearing(from: Position, to: Position): number {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  const north = to.latitude - from.latitude;
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** "to the northeast" */
export function directionText(degrees: number): string {
  return `to the ${DIRECTIONS[Math.round(degrees / 45) % DIRECTIONS.length]}`;
}
