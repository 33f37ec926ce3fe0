import type { ComponentProps } from 'react';
import type { Outputs } from '@/client/lib/trpc';
import { BulkBar } from '../bulk/bulk-bar';
import { useSelection } from '../bulk/selection';
import { DayLines } from './day-lines';

type SelectableLinesProps = Omit<ComponentProps<typeof DayLines>, 'selection'> & {
  day: Outputs['admin']['day'];
};

/** The lines of a day with check boxes and the bar of bulk changes. */
export function SelectableLines({ day, ...rest }: SelectableLinesProps) {
  const selection = useSelection(day.lines);
  return (
    <>
      <BulkBar date={day.date} lines={day.lines} selection={selection} />
      <DayLines {...rest} day={day} selection={selection} />
    </>
  );
}
