import type { Position } from '@/domain/route/distance';
import type { Dock } from './docks.repository';

/**
 * Where a dock is: as learned with that delivery itself, else from one made before at the same slip,
 * else from one at the same address. Null where none was.
 */
export function positionOfDock(dock: Dock, known: readonly Dock[]): Position | null {
  const there = known.filter(({ location }) => location === dock.location);
  const best = there.find(({ slipNumber }) => slipNumber === dock.slipNumber) ?? there[0];
  return ownPosition(dock) ?? (best ? ownPosition(best) : null);
}

function ownPosition({ latitude, longitude }: Dock): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
