import { metresBetween, milesOf, type Position } from './distance';

/** The area where we deliver: within a straight-line distance of a position. */
export type ServiceArea = { home: Position; radiusMiles: number };

type DockDistance = { metresAway: number | null; beyondServiceArea: boolean };

/**
 * Returns a dock's distance in meters, and whether it's outside the service area so staff must
 * approve. Both are unknown without a position.
 */
export function dockDistance(
  { home, radiusMiles }: ServiceArea,
  position: Position | null,
): DockDistance {
  if (!position) return { metresAway: null, beyondServiceArea: false };
  const metresAway = Math.round(metresBetween(home, position));
  return { metresAway, beyondServiceArea: milesOf(metresAway) > radiusMiles };
}

/** Returns "Outside the service area, 21 miles away", or null for a dock within it. */
export function beyondAreaText({ metresAway, beyondServiceArea }: DockDistance): string | null {
  if (!beyondServiceArea) return null;
  const away = metresAway === null ? '' : `, ${Math.ceil(milesOf(metresAway))} miles away`;
  return `Outside the service area${away}`;
}
