import { WaitingButton } from '@/client/appointment/waiting-list/waiting-button';
import { TimeRange } from '@/client/appointment/when';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { useInstants } from '@/client/lib/business-zone';
import { timeSlotByLabel } from '@/domain/slots/time-slots';
import { TimeSlotDeliveries } from './time-slot-deliveries';
import { type CalendarChanges, capacityText, type StaffTimeSlot } from './use-calendar';

type ShownState = StaffTimeSlot['state'] | 'Unavailable';

const TONES: Record<ShownState, Tone> = {
  Available: 'green',
  Blocked: 'red',
  Booked: 'blue',
  Unavailable: 'grey',
};

/** @returns the state shown, which is Unavailable for a stored slot with an unknown label */
const stateOf = (slot: StaffTimeSlot): ShownState =>
  timeSlotByLabel(slot.label) ? slot.state : 'Unavailable';

/** @returns the note about holds, such as "1 of these is held until 3:15 PM" */
const heldText = (held: number, until: string) =>
  `${held} of these ${held === 1 ? 'is' : 'are'} held until ${until}`;

type TimeSlotListProps = {
  slots: StaffTimeSlot[];
  /** True if the owner's hours close the date. */
  isClosed: boolean;
  changes: CalendarChanges;
  onCapacity: (slot: StaffTimeSlot) => void;
};

/** The time slots of one date with their states. Booked ones can't be blocked or opened. */
export function TimeSlotList({ slots, isClosed, changes, onCapacity }: TimeSlotListProps) {
  const { formatTimeOfDay } = useInstants();
  return (
    <ul className="flex flex-col divide-y divide-edge/70">
      {slots.map((slot) => {
        const state = stateOf(slot);
        const isOpen = state === 'Available';
        const isFixed = state === 'Unavailable' || isClosed || !slot.isOffered;
        const verb = isOpen || state === 'Booked' ? 'Block' : 'Open';
        return (
          <li
            key={slot.label}
            data-time-slot={slot.label}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-[min(100%,11rem)] flex-1">
              <p className="font-semibold">
                <TimeRange time={slot.label} />
              </p>
              <p className="tabular text-sm text-muted">
                {slot.capacity > 0
                  ? `${slot.occupied} of ${capacityText(slot.capacity)} booked`
                  : `${slot.occupied} booked`}
                {slot.ownCapacity === null ? '' : ', custom capacity'}
              </p>
              {slot.kept === 0 ? null : (
                <p className="text-sm text-muted">
                  {slot.kept} of these {slot.kept === 1 ? 'is' : 'are'} reserved for moved
                  deliveries.
                </p>
              )}
              {slot.isOffered ? null : (
                <p className="text-sm text-muted">
                  This window isn’t in your hours anymore. These deliveries stay until you move
                  them.
                </p>
              )}
              <WaitingButton
                date={slot.date}
                time={slot.label}
                line={slot.line}
                free={isOpen && !slot.isOver ? slot.capacity - slot.occupied : 0}
                className="-ms-3"
              />
              {state === 'Booked' && !slot.isOver && !isFixed ? (
                <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
                  {slot.isAvailable
                    ? 'Customers can book spots that open up.'
                    : 'Customers can’t book spots that open up.'}
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`${slot.isAvailable ? 'Stop' : 'Allow'} booking for ${slot.label}`}
                    onClick={() => changes.switchSales(slot, !slot.isAvailable)}
                  >
                    {slot.isAvailable ? 'Stop Booking' : 'Allow Booking'}
                  </Button>
                </p>
              ) : null}
              {slot.heldUntil === null ? null : (
                <p className="tabular flex items-center gap-1.5 text-sm font-medium">
                  <Icon name="clock" size={15} />
                  {heldText(slot.held, formatTimeOfDay(slot.heldUntil))}
                </p>
              )}
            </div>
            <span className="flex flex-wrap gap-1.5">
              {state === 'Available' && slot.isOver ? null : (
                <Badge tone={TONES[state]}>{state}</Badge>
              )}
              {state === 'Booked' && !slot.isAvailable ? (
                <Badge tone={TONES.Blocked}>Blocked</Badge>
              ) : null}
              {slot.hasBegun ? (
                <Badge tone="grey">{slot.isOver ? 'Past' : 'In progress'}</Badge>
              ) : null}
            </span>
            <div className="flex flex-wrap gap-2 max-sm:basis-full">
              <Button
                size="sm"
                variant="ghost"
                className="max-sm:flex-1"
                disabled={isFixed}
                aria-label={`Capacity for ${slot.label}`}
                onClick={() => onCapacity(slot)}
              >
                Capacity
              </Button>
              <Button
                size="sm"
                variant="quiet"
                className="min-w-24 max-sm:flex-1"
                disabled={state === 'Booked' || isFixed || slot.isOver}
                aria-label={`${verb} ${slot.label}`}
                title={state === 'Booked' ? 'You can’t block or open a booked window' : undefined}
                onClick={() => changes.switchTimeSlot(slot, !isOpen)}
              >
                {verb}
              </Button>
            </div>
            {slot.occupied > slot.kept ? <TimeSlotDeliveries slot={slot} /> : null}
          </li>
        );
      })}
    </ul>
  );
}
