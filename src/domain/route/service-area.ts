import { metresBetween, milesOf, type Position } from './distance';

/** Where deliveries are made: within so many miles of a position, as the crow flies. */
export type ServiceArea = { home: Position; radiusMiles: number };

type DockDistance = { metresAway: number | null; beyondServiceArea: boolean };

/** How far away a dock is, and whether staff decide about a delivery there; unknown without a position. */
export function dockDistance(
  { home, radiusMiles }: ServiceArea,
  position: Position | null,
): DockDistance {
  if (!position) return { metresAway: null, beyondServiceArea: false };
  const metresAway = Math.round(metresBetween(home, position));
  return { metresAway, beyondServiceArea: milesOf(metresAway) > radiusMiles };
}

/** "Beyond the service area, 21 miles away"; null for a dock within it. */
export function beyondAreaText({ metresAway, beyondServiceArea }: DockDistance): string | null {
  if (!beyondServiceArea) return null;
  const away = metresAway === null ? '' : `, ${Math.ceil(milesOf(metresAway))} miles away`;
  return `Beyond the service area${away}`;
}
