import { useMemo } from 'react';
import { MarkedMap, placeMark, routeLine } from '@/client/components/leaflet-map';
import { formatRelativeTime } from '@/domain/dates';
import type { Position } from '@/domain/route/distance';
import type { Line } from '../day/line';
import type { Dispatch } from './use-plan';

export type DispatchMapProps = { dispatch: Dispatch; lines: readonly Line[] };

/** The number of route colors. Further routes repeat them. */
const ROUTE_COLORS = 6;
const routeColor = (index: number) => `route-of-${index % ROUTE_COLORS}`;

/** A map of the drivers with the age of their positions, their routes, and the pool's docks. */
export function DispatchMap({ dispatch, lines }: DispatchMapProps) {
  const { drivers, positions, map } = dispatch;
  const marks = useMemo(() => marksOf(dispatch, lines), [dispatch, lines]);
  const seen = drivers.flatMap(({ position }) => position ?? []);
  return (
    <MarkedMap
      label={`Map of ${positions.length} ${positions.length === 1 ? 'delivery' : 'deliveries'} and the drivers, north up`}
      tiles={map}
      marks={marks}
      // The map fits the docks, so it doesn't move along with a driver.
      shown={positions.length > 0 ? positions : seen}
    />
  );
}

function marksOf(dispatch: Dispatch, lines: readonly Line[]) {
  const dockOf = new Map<string, Position>(
    dispatch.positions.map(({ id, ...position }) => [id, position]),
  );
  const pool = lines.filter(({ driverId }) => driverId === null);
  return [
    ...dispatch.drivers.flatMap((driver, index) =>
      marksOfDriver(driver, { dockOf, color: routeColor(index), now: dispatch.answeredAt }),
    ),
    ...pool.flatMap(({ id }) => {
      const position = dockOf.get(id);
      return position
        ? [placeMark({ position, className: 'route-stop route-of-none', size: 24 })]
        : [];
    }),
  ];
}

type Facts = { dockOf: ReadonlyMap<string, Position>; color: string; now: number };

/** @returns the map marks of a driver: the route, its numbered docks, and the driver's position */
function marksOfDriver(
  { name, position, stops }: Dispatch['drivers'][number],
  { dockOf, color, now }: Facts,
) {
  const docks = stops.flatMap(({ id }, index) => {
    const dock = dockOf.get(id);
    return dock ? [{ position: dock, number: index + 1 }] : [];
  });
  const way = docks.map((dock) => dock.position);
  const pins = [...Map.groupBy(docks, positionKey).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    // Several deliveries to one marina have one pin.
    const number = others.length > 0 ? `${first.number}+` : String(first.number);
    const { position: dock } = first;
    return [placeMark({ position: dock, className: `route-stop ${color}`, size: 32, number })];
  });
  if (!position) return [routeLine(way, `route-line ${color}`), ...pins];
  const seen = placeMark({
    position,
    className: `route-driver ${color}`,
    size: 24,
    // Two short lines cover fewer docks and fit a phone.
    name: `${name}\n${formatRelativeTime(position.locatedAt, now)}`,
  });
  return [routeLine([position, ...way], `route-line ${color}`), ...pins, seen];
}

/** @returns a key for positions within about 10 meters, which is 4 decimals */
const positionKey = ({ position }: { position: Position }) =>
  `${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)}`;
