import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { windowByLabel } from '@/domain/slots/windows';
import { type CalendarChanges, places, type StaffWindow } from './use-calendar';

type ShownState = StaffWindow['state'] | 'Unavailable';

const TONES: Record<ShownState, Tone> = {
  Available: 'green',
  Blocked: 'red',
  Booked: 'blue',
  Unavailable: 'grey',
};

/** A window that is none of ours is Unavailable, whatever is stored of it. */
const stateOf = (window: StaffWindow): ShownState =>
  windowByLabel(window.label) ? window.state : 'Unavailable';

type WindowListProps = {
  windows: StaffWindow[];
  changes: CalendarChanges;
  onPlaces: (window: StaffWindow) => void;
};

/** The windows of one date with their states; a booked one cannot be toggled. */
export function WindowList({ windows, changes, onPlaces }: WindowListProps) {
  return (
    <ul className="flex flex-col divide-y divide-edge/70">
      {windows.map((window) => {
        const state = stateOf(window);
        const isOpen = state === 'Available';
        const verb = isOpen || state === 'Booked' ? 'Block' : 'Open';
        return (
          <li
            key={window.label}
            data-window={window.label}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-44 flex-1">
              <p className="tabular font-semibold">{window.label}</p>
              <p className="tabular text-sm text-muted">
                {window.occupied} of {places(window.capacity)} booked
                {window.ownCapacity === null ? '' : ', set for this window'}
              </p>
            </div>
            <Badge tone={TONES[state]}>{state}</Badge>
            <div className="flex gap-2 max-sm:basis-full">
              <Button
                size="sm"
                variant="ghost"
                className="max-sm:flex-1"
                disabled={state === 'Unavailable'}
                aria-label={`Places of ${window.label}`}
                onClick={() => onPlaces(window)}
              >
                Places
              </Button>
              <Button
                size="sm"
                variant="quiet"
                className="min-w-24 max-sm:flex-1"
                disabled={state === 'Booked' || state === 'Unavailable'}
                aria-label={`${verb} ${window.label}`}
                title={state === 'Booked' ? 'A booked window cannot be toggled' : undefined}
                onClick={() => changes.switchWindow(window, !isOpen)}
              >
                {verb}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
