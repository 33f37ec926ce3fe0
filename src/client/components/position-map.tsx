import { useMemo } from 'react';
import type { Position } from '@/domain/route/distance';
import { type MapTiles, MarkedMap, placeMark } from './leaflet-map';

export type PositionMapProps = {
  tiles: MapTiles;
  /** The middle of what is shown while there is no position. */
  home: Position;
  position: Position | null;
  onChange: (position: Position) => void;
};

/** Degrees around the middle that are shown at first: some ten miles. */
const AROUND = 0.15;

/** A map on which a position is marked: by a press, or with Enter in the middle of what it shows. */
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
        Press where the dock is. With keys: the arrows move the map, and Enter marks its middle.
      </p>
    </div>
  );
}

const around = ({ latitude, longitude }: Position): Position[] =>
  [-AROUND, AROUND].map((by) => ({ latitude: latitude + by, longitude: longitude + by }));
