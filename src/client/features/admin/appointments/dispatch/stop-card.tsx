import type { ComponentProps } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { useInstants } from '@/client/lib/business-zone';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { type ExpectedStop, lateText } from '@/domain/route/lateness';
import { type Line, lineButtonId, nameText, orderLineText, shortTimeSlot } from '../day/line';
import { stopMark } from './use-drag';
import { isMovable } from './use-plan';

/** @returns the ID of the handle that moves a stop, to restore focus to it */
export const handleId = (id: string) => `handle-${id}`;

type StopCardProps = {
  line: Line;
  /** Number on the route; null in the pool. */
  number: number | null;
  /** The expected arrival; undefined in the pool. */
  expected: ExpectedStop | undefined;
  isOpen: boolean;
  isDragged: boolean;
  /** True if the dragged stop would drop before this one. */
  isDropTarget: boolean;
  onOpen: () => void;
  handle: ComponentProps<'button'>;
};

/** A stop in its column. The handle on its left moves it by dragging or with the arrow keys. */
export function StopCard(props: StopCardProps) {
  const { line, number, expected, isOpen, isDragged, isDropTarget, onOpen, handle } = props;
  return (
    <li
      {...stopMark(line.id)}
      data-line={line.publicCode}
      className={classNames(
        'flex rounded-field border text-sm leading-snug',
        isOpen ? 'chosen-line border-primary' : 'border-edge/70 bg-base-100',
        isDragged && 'opacity-40',
        isDropTarget && 'shadow-[0_-4px_0_var(--color-primary)]',
      )}
    >
      {isMovable(line) ? (
        <button
          type="button"
          id={handleId(line.id)}
          aria-label={`Move ${line.publicCode}, ${nameText(line)}`}
          title="Drag or use the arrow keys"
          className="grid w-11 shrink-0 cursor-grab touch-none place-items-center rounded-field text-muted select-none lg:w-7"
          {...handle}
        >
          <Icon name={OTHER_ICONS.grip} size={18} />
        </button>
      ) : (
        <span className="grid w-11 shrink-0 place-items-center text-muted lg:w-7">
          <Icon name="truck" size={18} label="Can’t be moved" />
        </span>
      )}
      <button
        id={lineButtonId(line.id)}
        type="button"
        aria-pressed={isOpen}
        className="min-h-11 min-w-0 flex-1 cursor-pointer py-1 pe-2 text-start"
        onClick={onOpen}
      >
        <span className="flex items-baseline gap-1.5">
          <span className="min-w-0 flex-1 font-semibold">
            {number === null ? null : <span className="tabular">{number}. </span>}
            {nameText(line)}
          </span>
          <span className="tabular shrink-0 text-muted">{shortTimeSlot(line.slotIndex)}</span>
        </span>
        <span className="block">{dockText(line)}</span>
        <span className="tabular block text-muted">{orderLineText(line)}</span>
        <StopProgress line={line} expected={expected} />
      </button>
    </li>
  );
}

/** The expected arrival, the lateness, and any status other than scheduled. */
function StopProgress({ line, expected }: Pick<StopCardProps, 'line' | 'expected'>) {
  const { formatTimeOfDay } = useInstants();
  const { status } = line;
  const late = lateText(expected?.lateMinutes ?? 0);
  const isUsual = status === 'scheduled';
  if (isUsual && !expected) return null;
  return (
    <span className="tabular flex flex-wrap items-center gap-x-2 text-muted">
      {isUsual ? null : <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>}
      {expected ? `about ${formatTimeOfDay(expected.expectedAt)}` : null}
      {late ? <Badge tone="red">{late}</Badge> : null}
    </span>
  );
}
