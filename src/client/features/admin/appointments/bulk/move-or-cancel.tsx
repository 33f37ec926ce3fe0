import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import { type CalendarDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { type Line, shortTimeSlot } from '../day/line';
import { BulkDialog } from './bulk-dialog';
import { emptiedBy } from './close-emptied';
import { MoveDialog } from './move-dialog';

/** True if a storm can move or cancel the delivery. */
export const isMovableByStorm = ({ status }: Line) => MODIFIABLE_STATUSES.includes(status);

/** The day or window that a storm affects, with its deliveries as staff saw them. */
export type Storm = {
  /** Null for the whole day. */
  slotIndex: number | null;
  /** All deliveries of the day. */
  all: readonly Line[];
};

type MoveOrCancelDialogProps = Storm & { date: CalendarDate; onClose: () => void };

/**
 * Moves a whole day or window with one press, or cancels it with a second one. Either closes it to
 * new orders.
 */
export function MoveOrCancelDialog({ date, slotIndex, all, onClose }: MoveOrCancelDialogProps) {
  const [cancels, setCancels] = useState(false);
  const isDay = slotIndex === null;
  const lines = all.filter(
    (line) => isMovableByStorm(line) && (isDay || line.slotIndex === slotIndex),
  );
  const day = `${formatWeekday(date)}, ${formatMonthDay(date)}`;
  const close = { onDone: onClose, onClose };
  if (cancels) {
    return (
      <BulkDialog
        kind="cancel"
        when={isDay ? day : `${day}, ${shortTimeSlot(slotIndex)}`}
        parts={lines.map(({ id, version }) => ({ id, version }))}
        closeDate={isDay ? date : undefined}
        emptied={isDay ? [] : emptiedBy(all, lines)}
        drivers={[]}
        {...close}
      />
    );
  }
  return (
    <MoveDialog
      date={date}
      ids={isDay ? undefined : lines.map(({ id }) => id)}
      all={all}
      onCancel={() => setCancels(true)}
      {...close}
    />
  );
}

type MoveOrCancelDayProps = { lines: readonly Line[]; onPress: () => void; className: string };

/** Opens the dialog for the whole day. Renders nothing if no delivery can be moved. */
export function MoveOrCancelDay({ lines, onPress, className }: MoveOrCancelDayProps) {
  if (!lines.some(isMovableByStorm)) return null;
  return (
    <Button size="sm" variant="quiet" data-move-day className={className} onClick={onPress}>
      Move or Cancel This Day
    </Button>
  );
}

/** The same button for phones, where it has no room for its text. */
export function MoveOrCancelDayIcon({ lines, onPress, className }: MoveOrCancelDayProps) {
  if (!lines.some(isMovableByStorm)) return null;
  return (
    <IconButton
      icon={OTHER_ICONS.storm}
      label="Move or Cancel This Day"
      variant="quiet"
      size="sm"
      data-move-day
      className={className}
      onClick={onPress}
    />
  );
}
