import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';

/** What each kind of number field reads; the schema of the form still says which of it is right. */
const READABLE = {
  whole: /^\d*$/,
  decimal: /^\$?(\d+|[1-9]\d{0,2}(,\d{3})+)?(\.\d*)?$/,
};

/**
 * A decimal comma becomes a point: "4,16" is 4.16, and ".5" is 0.5. A comma before three digits groups
 * thousands, and stays. All else stays as it was typed, for the schema to refuse.
 */
export function withDecimalPoint(typed: string): string {
  return typed
    .trim()
    .replace(/^(\$?\d*),(\d{0,2})$/, '$1.$2')
    .replace(/^\.(?=\d)/, '0.');
}

/** A typed number one step up or down, never below 0; null for other keys, and for no number. */
export function stepped(typed: string, key: string, step: number): string | null {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[key];
  const value = Number(typed);
  if (!direction || Number.isNaN(value)) return null;
  const places = String(step).split('.')[1]?.length ?? 0;
  return Math.max(0, value + direction * step).toFixed(places);
}

type NumberOptions = {
  /** The field of the form around it. */
  name: string;
  /** Takes tenths or cents; otherwise only whole numbers are right. */
  decimal?: boolean;
  /** A larger number is refused while it is typed. */
  most?: number | undefined;
  /** What a typed text is to the form: a text by default. */
  read?: (typed: string) => string | number;
  /** Another field whose check hangs on this one. */
  alsoChecks?: string | undefined;
};

/**
 * A number in the form around it, shown exactly as it was typed. What can be no number, and what is
 * above `most`, gets the sentence of the form's schema at once; other rules wait until it is sent.
 */
export function useTypedNumber({ name, decimal = false, most, read, alsoChecks }: NumberOptions) {
  const { trigger, clearErrors } = useFormContext();
  const { field, formState } = useController({
    name,
    rules: { deps: alsoChecks ? [alsoChecks] : [] },
  });
  const [typed, setTyped] = useState<string | null>(null);
  const toValue = read ?? (decimal ? withDecimalPoint : (text: string) => text.trim());
  const held = String(field.value ?? '');

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
    /** What the field shows. A value that was set by other means is shown in place of the typing. */
    text: typed !== null && String(toValue(typed)) === held ? typed : held,
    /** Shows the value itself from now on. */
    forgetTyping: () => setTyped(null),
  };
}
