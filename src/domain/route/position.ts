import type { Position } from './distance';

/** A driver who was last seen longer ago is somewhere else by now. */
const POSITION_HOLDS_MS = 30 * 60_000;

/** A position as it is stored: half of one is none. Degrees. */
type StoredPosition = { latitude: number | null; longitude: number | null };

/** What is known of a dock: its address and slip, and where a delivery to it was completed. */
export type Dock = StoredPosition & {
  location: string;
  slipNumber: string | null;
  /** The dock of the account, where one was chosen. */
  dock?: { position: Position | null } | null;
};

/** A stored position, null where none is. */
export function positionOf({ latitude, longitude }: StoredPosition): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Where a driver is, unless that was seen too long ago to go by. `locatedAt` and `now` are in ms. */
export function freshPosition(
  driver: StoredPosition & { locatedAt: number | null },
  now: number,
): Position | null {
  const { locatedAt } = driver;
  return locatedAt !== null && now - locatedAt <= POSITION_HOLDS_MS ? positionOf(driver) : null;
}

/**
 * Where a dock is: as learned with that delivery itself, else as the account has it, else from one made
 * before at the same slip, else from one at the same address. `known` has the latest first. Null where
 * none was.
 */
export function positionOfDock(dock: Dock, known: readonly Dock[]): Position | null {
  const there = known.filter(({ location }) => location === dock.location);
  const best = there.find(({ slipNumber }) => slipNumber === dock.slipNumber) ?? there[0];
  return positionOf(dock) ?? dock.dock?.position ?? (best ? positionOf(best) : null);
}
