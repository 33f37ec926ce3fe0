import { useMemo } from 'react';
import type { Position } from '@/domain/route/distance';
import { type MapTiles, MarkedMap, placeMark } from './leaflet-map';

export type PositionMapProps = {
  tiles: MapTiles;
  /** The center of the map until there's a position. */
  home: Position;
  position: Position | null;
  onChange: (position: Position) => void;
};

/** The map first shows this many degrees around its center, which is about 10 miles. */
const AROUND = 0.15;

/** Lets a person mark a position on a map with a press, or at its center with Enter. */
export function PositionMap({ tiles, home, position, onChange }: PositionMapProps) {
  const marks = useMemo(
    () => (position ? [placeMark({ position, className: 'route-stop', size: 24 })] : []),
    [position],
  );
  const shown = position ? [position] : around(home);
  return (
    <div className="flex flex-col gap-1.5">
      <MarkedMap
        label="Map of the dock, north up"
        tiles={tiles}
        marks={marks}
        shown={shown}
        onPick={onChange}
      />
      <p className="text-sm text-muted">
        Tap the map to mark the dock. On a keyboard, move the map with the arrow keys, then press
        Enter to mark its center.
      </p>
    </div>
  );
}

const around = ({ latitude, longitude }: Position): Position[] =>
  [-AROUND, AROUND].map((by) => ({ latitude: latitude + by, longitude: longitude + by }));
