import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '@/client/components/class-names';
import type { IconName } from '@/client/components/icon';
import { TextInput } from './text-input';
import { stepped, useTypedNumber, withDecimalPoint } from './use-typed-number';

type NumberInputProps = {
  /** The field of the form around it. Its value is a text, which the form's schema reads. */
  name: string;
  /** Takes a decimal point or comma; otherwise the keyboard has digits alone. */
  decimal?: boolean;
  /** Keys of the page stand beside it, so that the device shows none of its own. */
  hasKeypad?: boolean;
  /** A larger number is refused while it is typed. */
  most?: number;
  /** What the arrow keys add and take away; without it they do nothing. */
  step?: number;
  icon?: IconName;
  before?: ReactNode;
  after?: ReactNode;
  placeholder?: string;
  className?: string;
  'data-autofocus'?: boolean;
};

/**
 * The one field for a typed number; Stepper is its other form, with buttons. It changes nothing of
 * what is typed, and the sentence of the form's schema refuses what is wrong. It is a text field with
 * the number keyboard, because type="number" changes under a scrolling finger and hides what it does
 * not understand.
 */
export function NumberInput(props: NumberInputProps) {
  const { name, decimal, hasKeypad, most, step, className, ...rest } = props;
  const { field, text, type } = useTypedNumber({ name, decimal, most });
  const stepByKey = (event: KeyboardEvent) => {
    const next = step && stepped(withDecimalPoint(text), event.key, step);
    if (!next) return;
    event.preventDefault();
    type(next);
  };
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={field.ref}
      name={name}
      inputMode={hasKeypad ? 'none' : decimal ? 'decimal' : 'numeric'}
      disabled={field.disabled}
      step={step}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={stepByKey}
      onBlur={field.onBlur}
      className={classNames('tabular', className)}
    />
  );
}
