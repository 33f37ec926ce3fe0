/** How far from its middle the service area goes (customer section 9). */
const SERVICE_AREA_MILES = 15;
const METRES_PER_MILE = 1609.344;

/** A way in metres as people say it. */
export const milesOf = (metres: number): number => metres / METRES_PER_MILE;

/** Whether a dock lies beyond the service area, so that staff decide (D64); null is not known. */
export function isBeyondServiceArea(metresAway: number | null): boolean {
  return metresAway !== null && milesOf(metresAway) > SERVICE_AREA_MILES;
}

/** "18 miles away, beyond the 15 miles that we deliver to"; null for a dock within the area. */
export function beyondAreaText(metresAway: number | null): string | null {
  if (metresAway === null || !isBeyondServiceArea(metresAway)) return null;
  const miles = Math.ceil(milesOf(metresAway));
  return `${miles} miles away, beyond the ${SERVICE_AREA_MILES} miles that we deliver to`;
}
