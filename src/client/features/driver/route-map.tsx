import { useMemo } from 'react';
import { MarkedMap, placeMark, routeLine } from '@/client/components/leaflet-map';
import type { ShownDay } from './day/driver-day';
import { mappedDocks, routePositions } from './day/route-positions';

export type RouteMapProps = { day: ShownDay; tiles: ShownDay['map'] };

/** The driver, the docks, and the line between them. The list of stops has the same in text. */
export function RouteMap({ day, tiles }: RouteMapProps) {
  const marks = useMemo(() => marksOf(day), [day]);
  const count = mappedDocks(day).length;
  return (
    <MarkedMap
      label={`Map of ${count} ${count === 1 ? 'dock' : 'docks'}, north up`}
      tiles={tiles}
      marks={marks}
      shown={routePositions(day)}
    />
  );
}

function marksOf(day: ShownDay) {
  const { position, name } = day.driver;
  return [
    routeLine(routePositions(day), 'route-line'),
    ...mappedDocks(day).map(({ position: dock, stopNumbers, name: dockName }) =>
      placeMark({
        position: dock,
        className: 'route-stop',
        size: 40,
        name: dockName,
        number: stopNumbers.join(','),
      }),
    ),
    ...(position ? [placeMark({ position, className: 'route-driver', size: 28, name })] : []),
  ];
}
