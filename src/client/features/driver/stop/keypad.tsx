import type { PointerEvent } from 'react';
import { useTypedNumber } from '@/client/components/form/use-typed-number';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;

type KeypadProps = {
  /** The form field. A NumberInput shows the same number. */
  name: string;
  /** The group's accessible name, such as "Gallons keypad". */
  label: string;
};

/**
 * Keys for a decimal number, large enough for gloves. The device's own keys are small and cover
 * half the screen. Pressing a key doesn't move focus, so the driver can switch between typing and
 * pressing.
 */
export function Keypad({ name, label }: KeypadProps) {
  const { field, text, type } = useTypedNumber({ name, decimal: true });
  const keepFocus = (event: PointerEvent) => event.preventDefault();
  const key = {
    type: 'button',
    className: 'keypad-key',
    // Keyboard users type into the field instead.
    tabIndex: -1,
    disabled: field.disabled,
    onPointerDown: keepFocus,
  } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers don't apply grid to a fieldset.
    <div role="group" aria-label={label} className="keypad">
      {KEYS.map((digit) => (
        <button key={digit} {...key} onClick={() => type(withKey(text, digit))}>
          {digit}
        </button>
      ))}
      <button {...key} aria-label="Delete last digit" onClick={() => type(text.slice(0, -1))}>
        <Icon name={OTHER_ICONS.backspace} size={28} />
      </button>
    </div>
  );
}

/** Adds a key's character. A second decimal point is ignored. */
function withKey(text: string, digit: string): string {
  return digit === '.' && text.includes('.') ? text : text + digit;
}
