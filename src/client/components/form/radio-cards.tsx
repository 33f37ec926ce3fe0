import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon, type IconName } from '@/client/components/icon';
import { FieldError } from './field';

export type RadioCardOption = {
  value: string;
  label: ReactNode;
  /** Renders as a second, smaller line. */
  description?: ReactNode;
  /** Renders at the right edge, such as a price or a count. */
  note?: ReactNode;
  icon?: IconName;
  /** A picture above the label, in a dense card. */
  drawing?: ReactNode;
  disabled?: boolean;
};

type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> & {
  legend: ReactNode;
  legendHidden?: boolean;
  options: readonly RadioCardOption[];
  hint?: ReactNode;
  error?: ReactNode;
  /**
   * The number of columns from a width of 640 px. `dense` cards have them on a phone, too. `fit`
   * shows as many as there's space for.
   */
  columns?: keyof typeof columnClass;
  /** Suits short labels: they're centered, without the dot, and in columns even on a phone. */
  dense?: boolean;
  /** The selected value. Omit it if a form has the value: `{...register('fuelType')}`. */
  value?: string | null;
  onValueChange?: (value: string) => void;
};

const fit = 'grid-cols-[repeat(auto-fit,minmax(6rem,1fr))]';
const columnClass = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', fit };
/**
 * If the text is large, there are fewer columns, so that words don't break. With three columns, a
 * card in a short last row is as wide as the others, so it isn't lower than they are.
 */
const denseColumnClass = {
  1: '',
  2: 'grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,50%-0.5rem)),1fr))]',
  3: 'grid-cols-[repeat(auto-fill,minmax(min(100%,max(5rem,33%-0.5rem)),1fr))]',
  fit,
};

/** Shows a radio group with cards that are large enough for a thumb. */
export function RadioCards(props: RadioCardsProps) {
  const {
    legend,
    legendHidden,
    options,
    hint,
    error,
    columns = 1,
    dense,
    value,
    onValueChange,
    ...rest
  } = props;
  const { className, name, onChange, disabled, ...input } = rest;
  const id = useId();
  const describedBy = classNames(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined;
  return (
    <fieldset
      className={classNames('flex min-w-0 flex-col gap-1.5', className)}
      aria-describedby={describedBy}
      disabled={disabled}
    >
      <legend
        className={classNames('mb-1.5 text-[0.95rem] font-semibold', legendHidden && 'sr-only')}
      >
        {legend}
      </legend>
      <div
        className={classNames(
          'grid gap-2',
          dense ? denseColumnClass[columns] : columnClass[columns],
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'choice relative flex min-h-14 items-center py-2.5',
              dense ? 'justify-center px-1 text-center' : 'flex-wrap gap-x-3 px-[min(1rem,4vw)]',
              option.disabled || disabled ? 'cursor-not-allowed' : 'cursor-pointer',
            )}
          >
            <input
              {...input}
              type="radio"
              name={name ?? id}
              value={option.value}
              disabled={option.disabled}
              aria-invalid={error ? true : undefined}
              className={
                dense
                  ? 'absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0'
                  : 'radio radio-primary radio-sm checked:bg-transparent'
              }
              {...(value === undefined ? {} : { checked: value === option.value })}
              onChange={(event) => {
                onValueChange?.(option.value);
                return onChange?.(event);
              }}
            />
            {option.icon ? <Icon name={option.icon} size={22} className="text-primary" /> : null}
            <span className={dense ? 'min-w-0' : 'min-w-[4.5rem] flex-1'}>
              {option.drawing}
              <span className="block leading-snug font-medium">{option.label}</span>
              {option.description ? (
                <span className={'block text-sm text-muted'}>{option.description}</span>
              ) : null}
            </span>
            {option.note ? (
              <span className="tabular font-semibold" translate="no">
                {option.note}
              </span>
            ) : null}
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
