import { useMemo } from 'react';
import { MarkedMap, placeMark, routeLine } from '@/client/components/leaflet-map';
import { formatRelativeTime } from '@/domain/dates';
import type { Position } from '@/domain/route/distance';
import type { Line } from '../day/line';
import type { Dispatch } from './use-plan';

export type DispatchMapProps = { dispatch: Dispatch; lines: readonly Line[] };

/** As many routes are told apart by their colour; the next one has the first colour again. */
const ROUTE_COLOURS = 6;
const routeColour = (index: number) => `route-of-${index % ROUTE_COLOURS}`;

/** The drivers with the age of their position, their routes, and the docks of the pool. */
export function DispatchMap({ dispatch, lines }: DispatchMapProps) {
  const { drivers, positions, map } = dispatch;
  const marks = useMemo(() => marksOf(dispatch, lines), [dispatch, lines]);
  const seen = drivers.flatMap(({ position }) => position ?? []);
  return (
    <MarkedMap
      label={`Map of ${positions.length} ${positions.length === 1 ? 'delivery' : 'deliveries'} and the drivers, north up`}
      tiles={map}
      marks={marks}
      // A driver who moves does not move the map under the eyes of staff.
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
      marksOfDriver(driver, { dockOf, colour: routeColour(index), now: dispatch.answeredAt }),
    ),
    ...pool.flatMap(({ id }) => {
      const position = dockOf.get(id);
      return position
        ? [placeMark({ position, className: 'route-stop route-of-none', size: 24 })]
        : [];
    }),
  ];
}

type Facts = { dockOf: ReadonlyMap<string, Position>; colour: string; now: number };

/** The route of a driver, its docks with the numbers of their stops, and the driver. */
function marksOfDriver(
  { name, position, stops }: Dispatch['drivers'][number],
  { dockOf, colour, now }: Facts,
) {
  const docks = stops.flatMap(({ id }, index) => {
    const dock = dockOf.get(id);
    return dock ? [{ position: dock, number: index + 1 }] : [];
  });
  const way = docks.map((dock) => dock.position);
  const pins = [...Map.groupBy(docks, positionKey).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    // Several deliveries may go to one marina.
    const number = others.length > 0 ? `${first.number}+` : String(first.number);
    const { position: dock } = first;
    return [placeMark({ position: dock, className: `route-stop ${colour}`, size: 32, number })];
  });
  if (!position) return [routeLine(way, `route-line ${colour}`), ...pins];
  const seen = placeMark({
    position,
    className: `route-driver ${colour}`,
    size: 24,
    // Two short lines, which hide fewer docks and fit a phone.
    name: `${name}\n${formatRelativeTime(position.locatedAt, now)}`,
  });
  return [routeLine([position, ...way], `route-line ${colour}`), ...pins, seen];
}

/** Four decimals are about ten metres. */
const positionKey = ({ position }: { position: Position }) =>
  `${position.latitude.toFixed(4)} ${position.longitude.toFixed(4)}`;
