import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '@/client/components/class-names';
import type { IconName } from '@/client/components/icon';
import { TextInput } from './text-input';
import { stepped, useTypedNumber, withDecimalPoint } from './use-typed-number';

type NumberInputProps = {
  /** The name of the form field. Its value is text, which the form's schema parses. */
  name: string;
  /** Allows a decimal point or comma. Otherwise, the keyboard has only digits. */
  decimal?: boolean;
  /** Hides the device's keyboard, because the page has its own keys. */
  hasKeypad?: boolean;
  /** A larger number shows an error while typing. */
  most?: number;
  /** The arrow keys add and subtract this. Without it, they do nothing. */
  step?: number;
  icon?: IconName;
  before?: ReactNode;
  after?: ReactNode;
  placeholder?: string;
  className?: string;
  'data-autofocus'?: boolean;
};

/**
 * Lets a person type a number. Stepper does the same with buttons. It never changes typed text, and
 * the form's schema reports errors. It's a text field with a number keyboard, because type="number"
 * changes under a scrolling finger and hides text that it can't parse.
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
