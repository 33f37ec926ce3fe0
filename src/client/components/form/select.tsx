import type { ComponentProps } from 'react';
import { classNames } from '@/client/components/class-names';
import { useFieldControl } from './field';

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly SelectOption[];
  /** The text of a first, empty option, such as "Select a can type". */
  placeholder?: string;
  compact?: boolean;
};

/**
 * Shows the device's drop-down list. Accepts `{...register('name')}`. The Field around it has the
 * label.
 */
export function Select({ options, placeholder, compact, className, ...rest }: SelectProps) {
  const wiring = useFieldControl();
  return (
    <select
      {...wiring}
      {...rest}
      className={classNames(
        'select appearance-none text-ellipsis',
        compact && 'select-sm',
        className,
      )}
    >
      {placeholder === undefined ? null : <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
