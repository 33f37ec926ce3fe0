import { type ComponentProps, useState } from 'react';
import { FIRST_DATE, isCalendarDate, LAST_DATE } from '@/domain/dates';
import { TextInput } from './text-input';

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'onChange'> & {
  value: string;
  /** Called with a whole date, or with an empty text if the field was cleared. */
  onDate: (date: string) => void;
};

/**
 * A date to type or choose. A browser reports a year after each of its digits, as in 0202, so such a date
 * stays in the field until it is one that can be meant, and is dropped if the person leaves it at that.
 */
export function DateInput({ value, onDate, ...rest }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      min={FIRST_DATE}
      max={LAST_DATE}
      {...rest}
      type="date"
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        const date = currentTarget.value;
        const isWhole = date === '' || isCalendarDate(date);
        setTyped(isWhole ? null : date);
        if (isWhole) onDate(date);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
