import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** The text that each kind of number field can parse. The form's schema still checks the value. */
const READABLE = {
  whole: /^\d*$/,
  decimal: /^\$?(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d*)?$/,
};

/**
 * Replaces a decimal comma with a point: "4,16" is 4.16, and ".5" is 0.5. A comma before three
 * digits groups thousands, so it stays. Other text is unchanged, and the schema reports it.
 */
export function withDecimalPoint(typed: string): string {
  return typed
    .trim()
    .replace(/^(\$?\d*),(\d{0,2})$/, '$1.$2')
    .replace(/^\.(?=\d)/, '0.');
}

/**
 * @returns the typed number one step up or down, but never below 0, or null for other keys or text
 */
export function stepped(typed: string, key: string, step: number): string | null {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[key];
  const value = Number(typed);
  if (!direction || Number.isNaN(value)) return null;
  const places = String(step).split('.')[1]?.length ?? 0;
  return Math.max(0, value + direction * step).toFixed(places);
}

type NumberOptions = {
  /** The name of the form field. */
  name: string;
  /** Allows tenths or cents. Otherwise, only whole numbers are valid. */
  decimal?: boolean;
  /** A larger number shows an error while typing. */
  most?: number | undefined;
  /** Converts typed text to the form's value, which is text by default. */
  read?: (typed: string) => string | number;
  /** Another field to check again when this one changes. */
  alsoChecks?: string | undefined;
};

/**
 * Handles a number in a form, shown exactly as it was typed. Text that isn't a number, or is above
 * `most`, shows its error immediately. Other rules apply once the form is sent.
 */
export function useTypedNumber({ name, decimal = false, most, read, alsoChecks }: NumberOptions) {
  const { trigger, clearErrors } = useFormContext();
  const { field, formState } = useController({
    name,
    rules: { deps: alsoChecks ? [alsoChecks] : [] },
  });
  const [typed, setTyped] = useState<string | null>(null);
  const toValue = read ?? (decimal ? withDecimalPoint : (text: string) => text.trim());
  const current = String(field.value ?? '');

  const type = (text: string) => {
    const value = toValue(text);
    const isReadable = READABLE[decimal ? 'decimal' : 'whole'].test(String(value));
    setTyped(text);
    field.onChange(value);
    if (!isReadable || (most !== undefined && Number(value) > most)) void trigger(name);
    else if (!formState.isSubmitted) clearErrors(name);
  };
  return {
    field,
    type,
    /**
     * The text in the field. If the value was set in another way, that value replaces the typed
     * text.
     */
    text: typed !== null && String(toValue(typed)) === current ? typed : current,
    /** From now on, shows the form's value instead of the typed text. */
    forgetTyping: () => setTyped(null),
  };
}
