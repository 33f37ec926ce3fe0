import { useLayoutEffect } from 'react';
import { readDraft } from '@/client/lib/order-draft';
import type { OrderFormState } from './use-order-form';
import type { Day, OwnTimeSlot, useSlots } from './use-slots';

/** The first open time slot of all; null while there is none, or the dates are not known. */
export function firstOpen(days: Day[] | undefined): OwnTimeSlot | null {
  const day = days?.find(({ bookable }) => bookable);
  const slot = day?.timeSlots.find(({ state }) => state === 'open');
  return day && slot ? { date: day.date, time: slot.label } : null;
}

/**
 * Chooses the first open date and time slot in an order form that starts anew. A draft has its own,
 * even if that is none any more: what was chosen once is never replaced in silence.
 */
export function useFirstTimeSlot(
  { reset, getValues, watch }: OrderFormState,
  { days, query: { isStale } }: ReturnType<typeof useSlots>,
): void {
  const date = watch('date');
  // Before the page is painted: a form without a date has another height.
  useLayoutEffect(() => {
    // After a booking the days still show its own time slot as open, until they are fetched again.
    if (date !== '' || isStale || 'date' in readDraft().values) return;
    const first = firstOpen(days);
    // A reset is no typing, so the draft keeps nothing of it.
    if (first) reset({ ...getValues(), ...first }, { keepDefaultValues: true });
  }, [date, days, isStale, reset, getValues]);
}
