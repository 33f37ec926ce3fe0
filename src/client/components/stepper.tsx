import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { classNames } from './class-names';
import { useFieldControl } from './field';
import { Icon } from './icon';
import { cleanNumber } from './text-input';

type StepperProps = {
  value: number;
  onChange: (value: number) => void;
  /** Names the two buttons: "Fewer small bags", "More small bags". */
  noun: string;
  min?: number;
  max?: number;
  name?: string;
  onBlur?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

/**
 * A small count between two buttons. It can also be typed, and the arrow keys change it. An empty field
 * means `min`. With react-hook-form use a Controller: `<Stepper {...field} noun="small bags" />`.
 */
export function Stepper(props: StepperProps) {
  const {
    value,
    onChange,
    noun,
    min = 0,
    max = 99,
    name,
    onBlur,
    disabled,
    ref,
    className,
  } = props;
  const wiring = useFieldControl();
  const ownId = useId();
  // The typed text, which may be empty while the value is already `min`.
  const [draft, setDraft] = useState<string | null>(null);
  const clamp = (n: number) => Math.min(max, Math.max(min, n));
  const move = (by: number) => {
    setDraft(null);
    onChange(clamp(value + by));
  };
  const handleKeys = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const side =
    'grid h-14 w-14 shrink-0 cursor-pointer touch-manipulation place-items-center text-primary ' +
    'hover:bg-primary/8 active:bg-primary/15 disabled:cursor-not-allowed disabled:text-muted disabled:opacity-50';
  const id = wiring.id ?? ownId;
  return (
    <div
      className={classNames(
        'inline-flex items-stretch overflow-clip rounded-field border border-[var(--field-border)] bg-base-100',
        className,
      )}
    >
      <button
        type="button"
        className={classNames(side, 'rounded-s-field')}
        aria-label={`Fewer ${noun}`}
        aria-controls={id}
        disabled={disabled || value <= min}
        onClick={() => move(-1)}
      >
        <Icon name="minus" size={22} />
      </button>
      <input
        aria-label={wiring.id ? undefined : noun}
        {...wiring}
        id={id}
        ref={ref}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={draft ?? String(value)}
        className="tabular w-full min-w-12 flex-1 border-x border-edge bg-transparent text-center text-xl font-semibold"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={handleKeys}
        onChange={(event) => {
          const digits = cleanNumber(event.currentTarget.value, false).slice(0, String(max).length);
          setDraft(digits);
          // A minus alone is no number yet.
          onChange(clamp(Number(digits) || 0));
        }}
        onBlur={() => {
          setDraft(null);
          onBlur?.();
        }}
      />
      <button
        type="button"
        className={classNames(side, 'rounded-e-field')}
        aria-label={`More ${noun}`}
        aria-controls={id}
        disabled={disabled || value >= max}
        onClick={() => move(1)}
      >
        <Icon name="plus" size={22} />
      </button>
    </div>
  );
}
