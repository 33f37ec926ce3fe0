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
  /** The time slots with a wind warning. */
  winds: readonly WindWarning[];
  openId: string | null;
  onOpen: (line: Line) => void;
};

/** The plan of a day, with a map that staff can open. */
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
        {isMapShown ? 'Hide Map' : 'Show Map'}
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
        We don’t have any dock or driver positions for this day yet.
      </p>
    );
  }
  if (failed) return <ErrorState title="We couldn’t load the map" onRetry={retry} />;
  if (!Component) return <Skeleton className="h-80 rounded-field sm:h-96" />;
  return <Component {...props} />;
}
