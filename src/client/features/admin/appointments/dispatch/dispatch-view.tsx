import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { usePartOfPage } from '@/client/components/use-fetched-component';
import { fetchedCode } from '@/client/lib/fetched-code';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { WindWarning } from '@/domain/wind';
import type { Line } from '../day/line';
import { WindBadge } from '../day/wind-badge';
import { DispatchColumns } from './dispatch-columns';
import type { DispatchMapProps } from './dispatch-map';
import type { Dispatch } from './use-plan';

const fetchMap = fetchedCode(
  () => import('./dispatch-map'),
  (one) => one.DispatchMap,
);

type DispatchViewProps = {
  dispatch: Dispatch;
  lines: readonly Line[];
  /** The time slots that the forecast warns of. */
  winds: readonly WindWarning[];
  openId: string | null;
  onOpen: (line: Line) => void;
};

/** The drivers of a day with their stops, and a map of both where staff open it. */
export function DispatchView({ winds, ...props }: DispatchViewProps) {
  const [isMapShown, setMapShown] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        variant="quiet"
        icon={OTHER_ICONS.map}
        className="self-start"
        aria-expanded={isMapShown}
        onClick={() => setMapShown(!isMapShown)}
      >
        {isMapShown ? 'Hide the map' : 'Show the map'}
      </Button>
      {winds.map((wind) => (
        <p key={wind.slotIndex} className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold">{timeSlotLabel(wind.slotIndex)}</strong>
          <WindBadge wind={wind} />
        </p>
      ))}
      {isMapShown ? <Picture dispatch={props.dispatch} lines={props.lines} /> : null}
      <DispatchColumns {...props} />
    </div>
  );
}

function Picture(props: DispatchMapProps) {
  const { Component, failed, retry } = usePartOfPage<DispatchMapProps>(fetchMap);
  const { drivers, positions } = props.dispatch;
  if (positions.length === 0 && drivers.every(({ position }) => !position)) {
    return (
      <p className="rounded-field bg-base-200 px-4 py-3">
        No dock of this day is known yet, and no driver has told where they are.
      </p>
    );
  }
  if (failed) return <ErrorState title="The map could not be loaded" onRetry={retry} />;
  if (!Component) return <Skeleton className="h-80 rounded-field sm:h-96" />;
  return <Component {...props} />;
}
