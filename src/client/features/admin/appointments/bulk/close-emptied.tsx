import { type ComponentProps, Fragment } from 'react';
import { Checkbox } from '@/client/components/form/checkbox';
import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import { emptiedWindows } from '@/domain/bulk/emptied-windows';
import { type Line, shortTimeSlot } from '../day/line';

type CloseEmptiedProps = Omit<ComponentProps<typeof Checkbox>, 'label'> & {
  /** The indexes of the emptied windows. */
  emptied: readonly number[];
};

/** Asks whether to close the windows that the change empties. Renders nothing if there are none. */
export function CloseEmptied({ emptied, ...rest }: CloseEmptiedProps) {
  if (emptied.length === 0) return null;
  return (
    <Checkbox
      {...rest}
      label={
        <>
          Close{' '}
          {emptied.map((slotIndex, position) => (
            <Fragment key={slotIndex}>
              {position > 0 ? ' and ' : null}
              <span className="whitespace-nowrap">{shortTimeSlot(slotIndex)}</span>
            </Fragment>
          ))}{' '}
          to new orders
        </>
      }
      hint={`You can open ${emptied.length === 1 ? 'it' : 'them'} again under Calendar Management.`}
    />
  );
}

/** @returns the indexes of a day's windows that are empty after these deliveries leave */
export function emptiedBy(all: readonly Line[], leaving: readonly { id: string }[]): number[] {
  const open = all.filter(({ status }) => MODIFIABLE_STATUSES.includes(status));
  const targets = new Map(leaving.map(({ id }) => [id, null]));
  return emptiedWindows(
    open.map(({ id, slotIndex }) => ({ id, slotIndex, date: '' })),
    targets,
  ).map(({ slotIndex }) => slotIndex);
}
