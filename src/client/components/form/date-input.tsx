import { type ComponentProps, useState } from 'react';
import { FIRST_DATE, isCalendarDate, LAST_DATE } from '@/domain/dates';
import { TextInput } from './text-input';

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'onChange'> & {
  value: string;
  /** Called with a complete date, or with an empty text if the field was cleared. */
  onDate: (date: string) => void;
};

/**
 * Lets a person type or pick a date. Browsers report a year after each digit, such as 0202, so the
 * field keeps an impossible date to itself until it's complete, and drops it when the person leaves
 * the field.
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
