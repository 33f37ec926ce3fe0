import { type KeyboardEvent, useId } from 'react';
import { classNames } from '@/client/components/class-names';
import { Icon } from '@/client/components/icon';
import { useFieldControl } from './field';
import { useTypedNumber } from './use-typed-number';

type StepperProps = {
  /**
   * The name of the form field. Its value is a number, or the typed text if that isn't a number.
   */
  name: string;
  /** Completes the names of the two buttons, such as "Fewer small bags". */
  noun: string;
  min?: number;
  max?: number;
  /** Another field to check again when this one changes. */
  alsoChecks?: string;
  className?: string;
};

/**
 * Shows a small count between two buttons. It can also be typed, and the arrow keys change it. An
 * empty field counts as `min`, and shows it once the person leaves the field.
 */
export function Stepper({ name, noun, min = 0, max = 99, alsoChecks, className }: StepperProps) {
  const wiring = useFieldControl();
  const ownId = useId();
  const read = (typed: string) => {
    const text = typed.trim();
    if (text === '') return min;
    return /^\d+$/.test(text) ? Number(text) : text;
  };
  const { field, text, type, forgetTyping } = useTypedNumber({ name, most: max, read, alsoChecks });
  const { value, disabled } = field;
  const count = typeof value === 'number' ? value : min;
  const move = (by: number) => {
    type(String(Math.min(max, Math.max(min, count + by))));
  };
  const handleKeys = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const side =
    'grid min-h-14 w-14 min-w-11 shrink cursor-pointer touch-manipulation place-items-center text-primary ' +
    'hover:bg-primary/8 active:bg-primary/15 disabled:cursor-not-allowed disabled:text-muted disabled:opacity-50';
  const id = wiring.id ?? ownId;
  return (
    <div
      className={classNames(
        'inline-flex max-w-full items-stretch overflow-clip rounded-field border border-[var(--field-border)] bg-base-100',
        className,
      )}
    >
      <button
        type="button"
        className={classNames(side, 'rounded-s-field')}
        aria-label={`Fewer ${noun}`}
        aria-controls={id}
        disabled={disabled || count <= min}
        onClick={() => move(-1)}
      >
        <Icon name="minus" size={22} />
      </button>
      <input
        aria-label={wiring.id ? undefined : noun}
        {...wiring}
        id={id}
        ref={field.ref}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={count}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={text}
        className="tabular w-full min-w-10 flex-1 border-x border-edge bg-transparent text-center text-xl font-semibold"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={handleKeys}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          if (text.trim() === '') forgetTyping();
          field.onBlur();
        }}
      />
      <button
        type="button"
        className={classNames(side, 'rounded-e-field')}
        aria-label={`More ${noun}`}
        aria-controls={id}
        disabled={disabled || count >= max}
        onClick={() => move(1)}
      >
        <Icon name="plus" size={22} />
      </button>
    </div>
  );
}
