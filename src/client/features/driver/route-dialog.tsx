import { Button } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { useOnline } from '@/client/lib/connection';
import { fetchedCode } from '@/client/lib/fetched-code';
import { metresAlong, milesOf } from '@/domain/route/distance';
import { type ShownDay, stopNumber } from './day/driver-day';
import { routePositions } from './day/route-positions';
import type { PerformAction } from './outbox/perform-action';
import type { RouteMapProps } from './route-map';
import { StopList } from './stop-list';

const fetchMap = fetchedCode(
  () => import('./route-map'),
  (one) => one.RouteMap,
);

type RouteDialogProps = {
  day: ShownDay;
  perform: PerformAction;
  open: boolean;
  onClose: () => void;
};

/** The day's stops on a map and in a list that the driver can reorder. */
export function RouteDialog({ day, perform, open, onClose }: RouteDialogProps) {
  const order = (stopIds: string[] | null) =>
    perform({ kind: 'order', driverId: day.driver.id, date: day.date, stopIds });
  return (
    <Dialog open={open} onClose={onClose} size="lg" title="Route map">
      {day.deliveries.length === 0 ? (
        <p className="text-muted">No deliveries assigned</p>
      ) : (
        <div className="flex flex-col gap-4">
          <RoutePicture day={day} />
          <RouteFacts day={day} />
          <StopList stops={day.deliveries} first={stopNumber(day, 0)} onOrder={order} />
          {day.isManualOrder ? (
            <Button variant="quiet" size="lg" icon="refresh" onClick={() => order(null)}>
              Use Planned Order
            </Button>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

/** The map, with tiles while the device is online. */
function RoutePicture({ day }: { day: ShownDay }) {
  const online = useOnline();
  const { Component, failed, retry } = usePartOfPage<RouteMapProps>(fetchMap);
  if (!day.deliveries.some(({ position }) => position)) {
    return (
      <p className="rounded-field bg-base-200 px-4 py-3">
        We save a dock’s position at the first delivery there. None of today’s docks has one yet.
      </p>
    );
  }
  if (failed) return <ErrorState title="We couldn’t load the map" onRetry={retry} />;
  if (!Component) return <Skeleton className="h-80 rounded-field sm:h-96" />;
  return <Component day={day} tiles={online ? day.map : null} />;
}

function RouteFacts({ day }: { day: ShownDay }) {
  const route = routePositions(day);
  const unknown = day.deliveries.filter(({ position }) => !position).length;
  const miles = milesOf(metresAlong(route));
  return (
    <p className="text-muted">
      {day.isManualOrder
        ? 'You set this order.'
        : 'Deliveries in progress come first, then each time window in turn, by the shortest route.'}{' '}
      {route.length > 1 ? `About ${miles.toFixed(1)} miles as the crow flies. ` : null}
      {unknown > 0 && unknown < day.deliveries.length
        ? `${unknown} ${unknown === 1 ? 'stop isn’t' : 'stops aren’t'} on the map.`
        : null}
    </p>
  );
}
