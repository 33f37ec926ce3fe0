import { useCallback, useMemo, useRef, useState } from 'react';
import type { BookingValues } from './booking-values';

type Field = keyof BookingValues;
export type FieldErrors = Partial<Record<Field, string>>;
export type OrderForm = ReturnType<typeof useOrderForm>;

/**
 * The state of the booking form. It is on the first screen of all, so it does without a form
 * library: the ones behind a click have one.
 */
export function useOrderForm(initial: BookingValues) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const typed = useRef(new Set<Field>());

  /** A change by hand: what was wrong with the field is taken back until it is checked again. */
  const set = useCallback(<F extends Field>(field: F, value: BookingValues[F]) => {
    typed.current.add(field);
    setValues((current) => ({ ...current, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  }, []);

  /**
   * Fills the whole form. With `keepTyped` an order that somebody has begun is not changed behind
   * their back: only what is still blank is filled in.
   */
  const fill = useCallback((next: BookingValues, { keepTyped }: { keepTyped: boolean }) => {
    setErrors({});
    if (keepTyped && typed.current.size > 0) {
      setValues((current) => {
        const kept = Object.entries(current).filter(([, value]) => value !== '');
        return { ...next, ...Object.fromEntries(kept) };
      });
      return;
    }
    typed.current.clear();
    setValues(next);
  }, []);

  return useMemo(() => ({ values, errors, set, fill, setErrors }), [values, errors, set, fill]);
}
