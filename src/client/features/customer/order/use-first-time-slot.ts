import { useLayoutEffect } from 'react';
import { readDraft } from '@/client/lib/order-draft';
import type { OrderFormState } from './use-order-form';
import type { Day, OwnTimeSlot, useSlots } from './use-slots';

/** @returns the first available window, or null if there is none or the dates are loading */
export function firstOpen(days: Day[] | undefined): OwnTimeSlot | null {
  const day = days?.find(({ bookable }) => bookable);
  const slot = day?.timeSlots.find(({ state }) => state === 'open');
  return day && slot ? { date: day.date, time: slot.label } : null;
}

/**
 * Selects the first available date and window in a new order form. A draft keeps its own ones, even
 * if they're no longer available, because we never silently replace a customer's selection.
 */
export function useFirstTimeSlot(
  { reset, getValues, watch }: OrderFormState,
  { days, query: { isStale } }: ReturnType<typeof useSlots>,
): void {
  const date = watch('date');
  // This runs before the page is painted, because without a date, the form has a different height.
  useLayoutEffect(() => {
    // After a booking, its window still looks available until the days are fetched again.
    if (date !== '' || isStale || 'date' in readDraft().values) return;
    const first = firstOpen(days);
    // A reset doesn't count as typing, so the draft doesn't store these values.
    if (first) reset({ ...getValues(), ...first }, { keepDefaultValues: true });
  }, [date, days, isStale, reset, getValues]);
}
