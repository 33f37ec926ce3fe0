import { useState } from 'react';
import { useController } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { toastError } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Spinner } from '@/client/components/spinner';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { coordinatesOf, findOwnPosition } from '@/client/lib/own-position';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { Position } from '@/domain/route/distance';

type Dock = Outputs['account']['docks'][number];

const fetchMap = fetchedCode(
  () => import('@/client/components/position-map'),
  (one) => one.PositionMap,
);

/**
 * Sets a dock's position from the device's location or on a map. If nobody sets it, the first
 * delivery does. The position is a field of the form.
 */
export function DockPosition({ dock, isOwn }: { dock: Dock | null; isOwn: boolean }) {
  const { field } = useController({ name: 'position' });
  const [looking, setLooking] = useState(false);
  const map = trpc.account.dockMap.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  // Undefined until the customer sets a position. While it's undefined, saving keeps the stored one.
  const typed = field.value as Position | null | undefined;
  const position = typed === undefined ? positionOfRow(dock) : typed;
  const isLearned = typed === undefined && dock?.positionSource === 'learned';

  const takeOwn = async () => {
    setLooking(true);
    try {
      field.onChange(coordinatesOf(await findOwnPosition()));
    } catch (error) {
      const { message } = error as Error;
      toastError('Location Not Found', message);
    } finally {
      setLooking(false);
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a block that ignores flex.
    <div role="group" aria-labelledby="dock-position" className="flex flex-col gap-2">
      <p id="dock-position" className="text-[0.95rem] font-semibold">
        Dock location
      </p>
      <p role="status" className="tabular text-sm text-muted">
        {position === null
          ? 'Not set yet. We’ll save it after the first delivery to this dock.'
          : `${degrees(position)}, ${isLearned ? 'saved at delivery' : isOwn ? 'set by you' : 'set manually'}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {isOwn ? (
          <Button variant="quiet" size="sm" icon="pin" busy={looking} onClick={takeOwn}>
            I’m at the Dock Now
          </Button>
        ) : null}
        {position ? (
          <Button
            variant="ghost"
            size="sm"
            icon={OTHER_ICONS.trash}
            onClick={() => field.onChange(null)}
          >
            Remove Location
          </Button>
        ) : null}
      </div>
      {map.data?.tiles ? (
        <DockMap
          tiles={map.data.tiles}
          home={map.data.home}
          position={position}
          onChange={field.onChange}
        />
      ) : null}
    </div>
  );
}

type DockMapProps = {
  tiles: NonNullable<Outputs['account']['dockMap']['tiles']>;
  home: Position;
  position: Position | null;
  onChange: (position: Position) => void;
};

function DockMap(props: DockMapProps) {
  const { Component, failed, retry } = usePartOfPage(fetchMap);
  if (Component) return <Component {...props} />;
  if (!failed) return <Spinner label="Loading the map" />;
  return (
    <Button variant="quiet" size="sm" onClick={retry}>
      Reload Map
    </Button>
  );
}

const positionOfRow = (dock: Dock | null): Position | null =>
  dock && dock.latitude !== null && dock.longitude !== null
    ? { latitude: dock.latitude, longitude: dock.longitude }
    : null;

const degrees = ({ latitude, longitude }: Position) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
