import { useCallback, useState } from 'react';
import { Button } from '@/client/components/button';
import { useOnline } from '@/client/components/connection-banner';
import { Dialog } from '@/client/components/dialog';
import { Skeleton } from '@/client/components/states';
import { useLoadedCode } from '@/client/lib/loaded-code';
import { metresAlong } from '@/domain/route/distance';
import type { Act } from './act';
import type { ShownDay } from './outbox/actions';
import type { RouteMapProps } from './route-map';
import { RouteSketch } from './route-sketch';
import { StopList } from './stop-list';

const loadMap = () => import('./route-map').then((module) => module.RouteMap);

type RouteDialogProps = { day: ShownDay; act: Act; open: boolean; onClose: () => void };

/** The day's stops on a map and in their order, which the driver may change. */
export function RouteDialog({ day, act, open, onClose }: RouteDialogProps) {
  const order = (stopIds: string[] | null) =>
    act({ kind: 'order', driverId: day.driver.id, date: day.date, stopIds });
  return (
    <Dialog open={open} onClose={onClose} size="lg" title="Route Map">
      {day.deliveries.length === 0 ? (
        <p className="text-muted">No deliveries assigned</p>
      ) : (
        <div className="flex flex-col gap-4">
          <RoutePicture day={day} />
          <RouteFacts day={day} />
          <StopList stops={day.deliveries} onOrder={order} />
          {day.isManualOrder ? (
            <Button variant="quiet" size="lg" icon="refresh" onClick={() => order(null)}>
              Use the planned order
            </Button>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

/** With the pictures of a map where there are some and a connection to get them; else drawn. */
function RoutePicture({ day }: { day: ShownDay }) {
  const online = useOnline();
  const [failed, setFailed] = useState(false);
  const giveUp = useCallback(() => setFailed(true), []);
  const tiles = online && !failed ? day.map : null;
  const code = useLoadedCode<RouteMapProps>(loadMap, tiles !== null);
  if (!day.deliveries.some(({ position }) => position)) {
    return (
      <p className="rounded-field bg-base-200 px-4 py-3">
        Where a dock is becomes known with the first delivery there. None of today's is known yet.
      </p>
    );
  }
  if (!tiles || code.failed) return <RouteSketch day={day} />;
  if (!code.Component) return <Skeleton className="h-72 rounded-field" />;
  return <code.Component day={day} tiles={tiles} onFail={giveUp} />;
}

const METRES_PER_MILE = 1_609.344;

function RouteFacts({ day }: { day: ShownDay }) {
  const places = day.deliveries.flatMap(({ position }) => position ?? []);
  const way = day.driver.position ? [day.driver.position, ...places] : places;
  const unknown = day.deliveries.length - places.length;
  const miles = metresAlong(way) / METRES_PER_MILE;
  return (
    <p className="text-muted">
      {day.isManualOrder
        ? 'Your own order.'
        : 'What is on its way first, then by window and the shortest way.'}{' '}
      {way.length > 1 ? `About ${miles.toFixed(1)} miles as the crow flies. ` : null}
      {unknown > 0 && places.length > 0
        ? `${unknown} ${unknown === 1 ? 'stop is' : 'stops are'} not on the map.`
        : null}
    </p>
  );
}
