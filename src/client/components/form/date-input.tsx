import { type ComponentProps, useState } from 'react';
import { FIRST_DATE, isCalendarDate, LAST_DATE } from '@/domain/dates';
import { TextInput } from './text-input';

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'onChange'> & {
  value: string;
  /** Called with a complete date, or with an empty text if the field was cleared. */
  onDate: (date: string) => void;
};

/**
 * Lets a person type or pick a date. While someone types a year, browsers report impossible dates
 * such as 0202. The field doesn't pass these on, and drops an incomplete date when the person
 * leaves it.
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
