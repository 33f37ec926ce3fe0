import { useMemo } from 'react';
import { type Outputs, trpc } from '@/client/lib/trpc';

const POLL_MS = 10_000;

export type Day = Outputs['slots']['window']['days'][number];
/** The window that this form holds, or the window of the appointment that it changes. */
export type OwnTimeSlot = { date: string; time: string };

/**
 * Returns the 14 dates with their windows, fetched again every 10 s while the page is visible. The
 * form's own window counts as available, although its own appointment fills it.
 */
export function useSlots(own: OwnTimeSlot | null) {
  const query = trpc.slots.window.useQuery(undefined, { refetchInterval: POLL_MS });
  const days = query.data?.days;
  const { date, time } = own ?? {};
  const shown = useMemo(
    () => days?.map((day) => (day.date === date && time ? withOpen(day, time) : day)),
    [days, date, time],
  );
  return { days: shown, today: query.data?.today, query };
}

function withOpen(day: Day, time: string): Day {
  const timeSlots = day.timeSlots.map((slot) =>
    slot.label === time ? { ...slot, state: 'open' as const } : slot,
  );
  return { ...day, timeSlots, bookable: timeSlots.some(({ state }) => state === 'open') };
}
