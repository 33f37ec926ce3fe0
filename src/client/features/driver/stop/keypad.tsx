import type { PointerEvent } from 'react';
import { useTypedNumber } from '@/client/components/form/use-typed-number';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0'] as const;

type KeypadProps = {
  /** The field of the form around it; a NumberInput shows and takes the same number. */
  name: string;
  /** Names the keys as a group: "Gallons keypad". */
  label: string;
};

/**
 * Keys for a decimal number, large enough for gloves. The device's own keys are small, and cover half of
 * the screen. The focus stays where it is, so that typing and pressing can take turns.
 */
export function Keypad({ name, label }: KeypadProps) {
  const { field, text, type } = useTypedNumber({ name, decimal: true });
  const keepFocus = (event: PointerEvent) => event.preventDefault();
  const key = {
    type: 'button',
    className: 'keypad-key',
    // The field takes the same from a keyboard.
    tabIndex: -1,
    disabled: field.disabled,
    onPointerDown: keepFocus,
  } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn as a block that ignores grid.
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

/** A second point is no number, and no press of a driver's. */
function withKey(text: string, digit: string): string {
  return digit === '.' && text.includes('.') ? text : text + digit;
}
