/** A position on earth, in degrees. */
export type Position = { latitude: number; longitude: number };

const EARTH_RADIUS_M = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

const METRES_PER_MILE = 1_609.344;

/** Converts meters to miles. */
export const milesOf = (metres: number): number => metres / METRES_PER_MILE;

/** Returns the straight-line distance between two positions, in meters (haversine). */
export function metresBetween(a: Position, b: Position): number {
  const north = radians(b.latitude - a.latitude) / 2;
  const east = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(north) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the length of the path through all positions in order, in meters. */
export function metresAlong(positions: readonly Position[]): number {
  return positions.reduce((sum, position, i) => {
    const before = positions[i - 1];
    return before ? sum + metresBetween(before, position) : 0;
  }, 0);
}
