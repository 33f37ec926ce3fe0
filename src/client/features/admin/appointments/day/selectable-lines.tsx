import { type ComponentProps, type ReactNode, useState } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { EmptyState } from '@/client/components/feedback/states';
import { SearchInput } from '@/client/components/form/search-input';
import { Select } from '@/client/components/form/select';
import type { Outputs } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { matchesFilter } from '@/domain/dispatch/day-filter';
import { GROUPINGS, type Grouping, groupLines } from '@/domain/dispatch/groups';
import { CARD_NEEDED, CARD_TROUBLE_LABELS } from '@/domain/payment/card-trouble';
import { BulkBar } from '../bulk/bulk-bar';
import { useSelection } from '../bulk/selection';
import type { Dispatch } from '../dispatch/use-plan';
import { WINDY } from './day-choice';
import { DayLines, type LineGroup } from './day-lines';
import { DAY_TOOL } from './day-toolbar';
import { byTimeSlot, type Line, nameText, orderLineText, shortTimeSlot } from './line';

type SelectableLinesProps = Omit<
  ComponentProps<typeof DayLines>,
  'selection' | 'groups' | 'by' | 'date'
> & {
  day: Outputs['admin']['day'];
  /** The day's date, which shares a row with the filter. */
  title: ReactNode;
  /** The button that moves or cancels the day. */
  stormButton: ReactNode;
  dispatch: Dispatch | undefined;
  filter: string;
  onFilter: (filter: string) => void;
};

type ListGrouping = 'window' | Grouping;
const LABELS: Readonly<Record<ListGrouping, string>> = {
  window: 'Window',
  dock: 'Dock',
  driver: 'Driver',
  status: 'Status',
  payment: 'Payment',
};
const OPTIONS = (['window', ...GROUPINGS] as const).map((value) => ({
  value,
  label: `Group by ${LABELS[value].toLowerCase()}`,
}));

/** The lines of a day with a filter, groups, check boxes, and the bar of bulk changes. */
export function SelectableLines({
  day,
  title,
  stormButton,
  dispatch,
  filter,
  onFilter,
  ...rest
}: SelectableLinesProps) {
  const [by, setBy] = useState<ListGrouping>('window');
  const windy = new Set(rest.winds.map(({ slotIndex }) => slotIndex));
  const lines = filter
    ? day.lines.filter((line) => matchesFilter(textsOf(line, windy), filter))
    : day.lines;
  const groups = groupsOf({ ...day, lines }, by);
  const shown = groups.flatMap((group) => group.lines);
  const selection = useSelection(day.lines, shown);
  return (
    // The bar of bulk changes is next to the list instead of in its own row, so that it stays
    // visible while the list scrolls.
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 desk:gap-y-0">
      {title}
      <SearchInput
        label="Filter this day"
        placeholder="Filter"
        value={filter}
        onSearch={onFilter}
        compact
        className={`min-w-[min(100%,11rem)] flex-1 sm:ms-auto sm:max-w-72 desk:w-40 desk:min-w-0 desk:flex-none desk:[&_input]:h-9 ${DAY_TOOL}`}
      />
      <Select
        aria-label="Group by"
        compact
        className={`no-print min-h-11 w-auto max-w-full desk:h-9 desk:min-h-0 ${DAY_TOOL}`}
        options={OPTIONS}
        value={by}
        onChange={({ target }) => setBy(target.value as ListGrouping)}
      />
      <BulkBar
        day={day}
        dispatch={dispatch}
        lines={lines}
        selection={selection}
        stormButton={stormButton}
      />
      {lines.length === 0 ? (
        <div className="w-full">
          <EmptyState icon="calendar" title="No deliveries match the filter" />
        </div>
      ) : (
        // Another grouping is another list, so its visible lines are painted first.
        <DayLines
          key={by}
          {...rest}
          date={day.date}
          groups={groups}
          by={by}
          selection={selection}
        />
      )}
    </div>
  );
}

/** Returns the visible texts of a line, which the filter searches. */
const textsOf = (line: Line, windy: ReadonlySet<number>): string[] => [
  nameText(line),
  line.publicCode,
  line.customerPhone ?? '',
  dockText(line),
  line.boatName ?? '',
  orderLineText(line),
  line.driverName ?? 'No driver',
  STATUS_LABELS[line.status],
  line.paymentChip ?? '',
  // The number in Today opens this list with these words as its filter.
  line.cardTrouble ? `${CARD_TROUBLE_LABELS[line.cardTrouble]} ${CARD_NEEDED}` : '',
  shortTimeSlot(line.slotIndex),
  windy.has(line.slotIndex) ? WINDY : '',
];

function groupsOf(
  day: Pick<Outputs['admin']['day'], 'timeSlots' | 'lines'>,
  by: ListGrouping,
): LineGroup[] {
  if (by === 'window') {
    return byTimeSlot(day).map((window) => ({ ...window, key: `${window.slotIndex}` }));
  }
  return groupLines(day.lines, by).map(({ key, lines }) => ({
    key,
    lines,
    label: labelOf(key, by),
  }));
}

function labelOf(key: string, by: Grouping): string {
  if (by === 'status') return STATUS_LABELS[key as Line['status']];
  if (by === 'driver') return key || 'No driver';
  return key;
}
