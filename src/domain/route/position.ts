import type { Position } from './distance';

/** After this long, a position no longer shows where the driver is. */
const POSITION_HOLDS_MS = 30 * 60_000;

/** A stored position, in degrees. It's invalid if one of the coordinates is missing. */
type StoredPosition = { latitude: number | null; longitude: number | null };

/** The facts about a dock: address, slip, and the position of a completed delivery. */
export type Dock = StoredPosition & {
  location: string;
  slipNumber: string | null;
  /** The account's dock, if one was chosen. */
  dock?: { position: Position | null } | null;
};

/** Reads a stored position. Returns null if there is none. */
export function positionOf({ latitude, longitude }: StoredPosition): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Returns a driver's position unless it's too old. `locatedAt` and `now` are in ms. */
export function freshPosition(
  driver: StoredPosition & { locatedAt: number | null },
  now: number,
): Position | null {
  const { locatedAt } = driver;
  return locatedAt !== null && now - locatedAt <= POSITION_HOLDS_MS ? positionOf(driver) : null;
}

/**
 * Returns a dock's position: learned with this delivery, saved in the account, or learned from an
 * earlier delivery to the same slip or else the same address. Returns null if there is none.
 *
 * @param known earlier deliveries, latest first
 */
export function positionOfDock(dock: Dock, known: readonly Dock[]): Position | null {
  const sameAddress = known.filter(({ location }) => location === dock.location);
  const best =
    sameAddress.find(({ slipNumber }) => slipNumber === dock.slipNumber) ?? sameAddress[0];
  return positionOf(dock) ?? dock.dock?.position ?? (best ? positionOf(best) : null);
}
