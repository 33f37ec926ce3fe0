import { formatCount } from '../text';
import { coordinatesIn, withoutPin } from './coordinates';
import { metresBetween, milesOf, type Position } from './distance';

/**
 * What happens to an order outside the service area: nothing; a warning, after which staff decide;
 * or a refusal.
 */
export const AREA_POLICIES = ['off', 'warn', 'refuse'] as const;
export type AreaPolicy = (typeof AREA_POLICIES)[number];

export const AREA_POLICY_LABELS: Readonly<Record<AreaPolicy, string>> = {
  off: 'Don’t check',
  warn: 'Warn customers, and staff decide',
  refuse: 'Refuse the order',
};

/**
 * The area where we deliver: within a straight-line distance of a position, or in one of these ZIP
 * Codes.
 */
export type ServiceArea = {
  home: Position;
  radiusMiles: number;
  policy?: AreaPolicy;
  zips?: readonly string[];
};

type DockDistance = { metresAway: number | null; beyondServiceArea: boolean };

/**
 * Returns a dock's distance in meters, and whether the dock is outside the service area, so that
 * staff must approve the order. Without a position, the distance is unknown, and only the ZIP Code
 * in the address can show that the dock is outside.
 */
export function dockDistance(
  { home, radiusMiles, policy, zips = [] }: ServiceArea,
  position: Position | null,
  address = '',
): DockDistance {
  const metresAway = position && Math.round(metresBetween(home, position));
  const zip = zipIn(address);
  const isFar =
    metresAway === null ? zip !== null && zips.length > 0 : milesOf(metresAway) > radiusMiles;
  const isServed = zip !== null && zips.includes(zip);
  return { metresAway, beyondServiceArea: policy !== 'off' && isFar && !isServed };
}

/**
 * True if an order to this dock is refused. It never is if the position isn't known, because a ZIP
 * Code may be mistyped.
 */
export const isAreaRefused = (
  { policy }: Pick<ServiceArea, 'policy'>,
  { metresAway, beyondServiceArea }: DockDistance,
): boolean => policy === 'refuse' && beyondServiceArea && metresAway !== null;

/** Returns "Outside the service area, 21 miles away", or null for a dock within it. */
export function beyondAreaText({ metresAway, beyondServiceArea }: DockDistance): string | null {
  if (!beyondServiceArea) return null;
  const away =
    metresAway === null ? '' : `, ${formatCount(Math.ceil(milesOf(metresAway)))} miles away`;
  return `Outside the service area${away}`;
}

/**
 * Returns the warning that a customer sees before sending an order there, or null if there's none.
 */
export function areaNotice(area: ServiceArea, distance: DockDistance): string | null {
  const beyond = beyondAreaText(distance);
  if (!beyond) return null;
  return isAreaRefused(area, distance)
    ? `${beyond}. We deliver within ${area.radiusMiles} miles, so we can’t take this order. Call us if you think that’s wrong.`
    : `${beyond}. You can still book. We’ll let you know if we can deliver there.`;
}

/** A ZIP Code at the end of an address, or after a state. A house number has five digits too. */
const ZIP = /(?:\b[A-Z]{2}[\s,]+(\d{5})(?:-\d{4})?\b)|(?:\b(\d{5})(?:-\d{4})?(?:[\s,]+USA?)?$)/;

/** Returns the ZIP Code in an address, or null. */
export function zipIn(address: string): string | null {
  const plain = coordinatesIn(address) ? withoutPin(address) : address.trim();
  const [whole, afterState, atEnd] = ZIP.exec(plain) ?? [];
  return whole === plain ? null : (afterState ?? atEnd ?? null);
}

/** Returns the ZIP Codes in a list, or null if the list has anything else. */
export function zipsIn(typed: string): string[] | null {
  const zips = typed.split(/[\s,;]+/).filter(Boolean);
  return zips.every((zip) => /^\d{5}$/.test(zip)) ? [...new Set(zips)] : null;
}
