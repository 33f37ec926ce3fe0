import { memo, useDeferredValue } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { WaitingButton } from '@/client/appointment/waiting-list/waiting-button';
import { TimeRange } from '@/client/appointment/when';
import { Badge, type Tone } from '@/client/components/badge';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhoneLink } from '@/client/components/phone-link';
import { STATUS_LABELS } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { type Places, placesText } from '@/domain/dispatch/day';
import type { Grouping } from '@/domain/dispatch/groups';
import { formatDollars } from '@/domain/money';
import type { PaymentChip } from '@/domain/payment/badges';
import { CARD_TROUBLE_LABELS } from '@/domain/payment/card-trouble';
import type { WindowLine } from '@/domain/waiting-list/waiting-list';
import type { WindWarning } from '@/domain/wind';
import { isMovableByStorm } from '../bulk/move-or-cancel';
import { SelectBox } from '../bulk/select-box';
import { isSelectable, type Selection, type SelectLine } from '../bulk/selection';
import { DAY_TOOL } from './day-toolbar';
import { type Line, lineButtonId, nameText, orderLineText, shortTimeSlot } from './line';
import { TotalsText } from './totals-text';
import { WindBadge } from './wind-badge';

/** Lines under one heading. A time slot's heading also shows its spots. */
export type LineGroup = {
  key: string;
  label: string;
  lines: Line[];
} & Partial<Places & { slotIndex: number; held: number; line: WindowLine }>;

/**
 * The chip has its own colors, so that "No card" doesn't look authorized. Red means that somebody
 * has to act.
 */
const CHIP_TONES: Record<PaymentChip, Tone> = {
  'No card': 'yellow',
  'Card on file': 'teal',
  'In review': 'yellow',
  Processing: 'teal',
  'Card declined': 'red',
  'House account': 'teal',
  'Authentication needed': 'red',
  'Paid by card': 'green',
  'Paid cash': 'green',
  'Paid by check': 'green',
  'Paid by transfer': 'green',
  Test: 'grey',
  Refunded: 'grey',
  'Partially refunded': 'grey',
  Disputed: 'red',
  'Dispute lost': 'red',
};

type DayLinesProps = {
  date: CalendarDate;
  groups: readonly LineGroup[];
  /** How the groups are formed. Each line shows its time slot, unless the groups are time slots. */
  by: 'window' | Grouping;
  /** The time slots of that day with a wind warning. */
  winds: readonly WindWarning[];
  /** ID of the line whose appointment is shown; null for none. */
  openId: string | null;
  onOpen: (line: Line) => void;
  /** Moves or cancels all deliveries of this time slot. */
  onStorm: (slotIndex: number) => void;
  selection: Selection;
};

/**
 * Hides the boats if they don't fit: on small desks, and on most while the side panel is open. A
 * container query would take 25 ms for 200 lines each time the panel opens.
 */
const boatColumn = 'lg:max-[68rem]:hidden xl:max-[91rem]:in-data-[panel=open]:hidden';

/** The columns. Those without a width are as wide as their texts, or share the remaining space. */
const COLUMNS = [
  ['Customer', ''],
  ['Phone', ''],
  ['Dock', ''],
  ['Boat', boatColumn],
  ['Order', ''],
  ['Driver', ''],
  ['Status', 'w-36'],
  ['Payment', 'w-34'],
] as const;

/** The number of lines that are rendered first. It's a little more than one screen shows. */
const FIRST_LINES = 40;

/** A day's deliveries in groups, one line each. On narrow screens a line wraps. */
export function DayLines(props: DayLinesProps) {
  const { date, groups, by, winds, openId, onOpen, onStorm, selection } = props;
  const showsTime = by !== 'window';
  // The lines that the screen shows are painted before the others.
  const isWhole = useDeferredValue(true, false);
  let left = isWhole ? Number.POSITIVE_INFINITY : FIRST_LINES;
  const drawn = groups.map((group) => {
    const lines = group.lines.slice(0, left);
    left -= lines.length;
    return lines;
  });
  return (
    <table className="w-full text-[0.95rem] leading-snug max-lg:block">
      <thead className="max-lg:sr-only">
        <tr className="text-start text-muted">
          <td className="w-10" />
          {COLUMNS.map(([name, width]) => (
            <th key={name} scope="col" className={`${width} px-2 text-start text-sm font-semibold`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(
        (
          { key, label, lines, slotIndex, held = 0, line, occupied, open = 0, all = 0, closedBy },
          at,
        ) => (
          <tbody key={key} className="max-lg:block">
            <tr className="bg-base-200 max-lg:block">
              <th
                colSpan={COLUMNS.length}
                scope="rowgroup"
                className="px-2 text-start font-normal max-lg:block"
              >
                <span className="flex flex-wrap items-center gap-x-4 max-sm:relative max-sm:gap-x-2 max-sm:pe-11">
                  <span className="-ms-2 inline-grid w-8 place-items-center desk:-my-1 max-lg:w-11 max-sm:empty:hidden">
                    <GroupBox selection={selection} lines={lines} label={`Select ${label}`} />
                  </span>
                  <strong className="font-semibold">
                    {slotIndex === undefined ? label : <TimeRange time={label} />}
                  </strong>
                  {occupied === undefined || closedBy === undefined ? null : (
                    <span className="tabular text-muted">
                      {placesText({ occupied, open, all, closedBy })}
                      {held > 0 ? `, ${held} being booked` : ''}
                    </span>
                  )}
                  {line ? <WaitingButton date={date} time={label} line={line} free={open} /> : null}
                  {winds
                    .filter((wind) => wind.slotIndex === slotIndex)
                    .map((wind) => (
                      <WindBadge key={wind.slotIndex} wind={wind} />
                    ))}
                  {slotIndex !== undefined &&
                  selection.chosen.length === 0 &&
                  lines.some(isMovableByStorm) ? (
                    <button
                      type="button"
                      aria-label={`Move or Cancel ${label}`}
                      title={`Move or Cancel ${label}`}
                      className="inline-grid cursor-pointer place-items-center rounded-selector text-sm text-primary hover:underline max-lg:min-h-11 max-lg:min-w-11 max-sm:absolute max-sm:end-0 max-sm:top-0"
                      onClick={() => onStorm(slotIndex)}
                    >
                      <span className="max-sm:hidden">Move or Cancel</span>
                      <Icon name={OTHER_ICONS.storm} className="sm:hidden" />
                    </button>
                  ) : null}
                  <span className={`text-muted lg:ms-auto ${DAY_TOOL}`}>
                    <TotalsText lines={lines} />
                  </span>
                </span>
              </th>
              <td className={`max-lg:hidden ${boatColumn}`} />
            </tr>
            {drawn[at]?.map((line) => (
              <DayRow
                key={line.id}
                line={line}
                showsTime={showsTime}
                isOpen={line.id === openId}
                isChosen={selection.has(line)}
                onOpen={onOpen}
                onSelect={selection.press}
              />
            ))}
          </tbody>
        ),
      )}
    </table>
  );
}

const cell = 'px-2 py-0.5';

type DayRowProps = {
  line: Line;
  showsTime: boolean;
  isOpen: boolean;
  isChosen: boolean;
  onOpen: (line: Line) => void;
  onSelect: SelectLine;
};

type GroupBoxProps = { selection: Selection; lines: readonly Line[]; label: string };

/** Selects all lines of a group. Renders nothing if none can be selected. */
function GroupBox({ selection, lines, label }: GroupBoxProps) {
  const selectable = lines.filter(isSelectable);
  if (selectable.length === 0) return null;
  const chosen = selectable.filter(selection.has).length;
  return (
    <SelectBox
      label={label}
      checked={chosen === selectable.length}
      isMixed={chosen > 0 && chosen < selectable.length}
      onSelect={(isChosen) => selection.set(selectable, isChosen)}
    />
  );
}

/** A line renders again only if it changes, because a day can have hundreds of them. */
const DayRow = memo(function DayRow(props: DayRowProps) {
  const { line, showsTime, isOpen, isChosen, onOpen, onSelect } = props;
  const hasBadCard = line.cardTrouble !== null && line.cardTrouble !== 'missing';
  const chip = line.cardTrouble ? CARD_TROUBLE_LABELS[line.cardTrouble] : line.paymentChip;
  return (
    // A mouse can press the whole row. For keyboards and screen readers, there's a button in the
    // row.
    <tr
      data-line={line.publicCode}
      className={classNames(
        'cursor-pointer border-b border-edge/60 last:border-b-0 hover:bg-base-200 max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:py-1',
        isOpen && 'chosen-line',
      )}
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest('a, label'))) onOpen(line);
      }}
    >
      <td className="px-1 text-center">
        {isSelectable(line) ? (
          <SelectBox
            label={`Select ${nameText(line)}`}
            checked={isChosen}
            onSelect={(checked, withShift) => onSelect(line, checked, withShift)}
          />
        ) : null}
      </td>
      <td className={`${cell} max-sm:min-w-0 max-sm:flex-1 sm:max-lg:w-52`}>
        <button
          id={lineButtonId(line.id)}
          type="button"
          aria-pressed={isOpen}
          className="max-w-full cursor-pointer rounded-selector text-start font-semibold text-primary hover:underline max-lg:min-h-11"
        >
          {nameText(line)}
        </button>
        {showsTime ? (
          <span className="tabular block text-sm text-muted">{shortTimeSlot(line.slotIndex)}</span>
        ) : null}
      </td>
      <td className={`${cell} tabular`}>
        {line.customerPhone ? (
          <PhoneLink phone={line.customerPhone} className="link link-hover" />
        ) : null}
      </td>
      <td className={`${cell} max-sm:basis-full`}>{dockText(line)}</td>
      <td className={`${cell} max-sm:basis-full max-lg:empty:hidden ${boatColumn}`}>
        {line.boatName}
      </td>
      <td className={`${cell} tabular max-sm:basis-full`}>{orderLineText(line)}</td>
      <td className={`${cell} max-sm:flex-auto`}>
        {line.driverName ?? <span className="text-error">No driver</span>}
      </td>
      <td className={cell}>
        <Badge tone={STATUS_TONES[line.status]}>{STATUS_LABELS[line.status]}</Badge>
      </td>
      <td className={cell} title={`${chip}, ${formatDollars(line.totalPriceCents)}`}>
        <Badge tone={hasBadCard ? 'red' : CHIP_TONES[line.paymentChip]}>{chip}</Badge>
      </td>
    </tr>
  );
});
