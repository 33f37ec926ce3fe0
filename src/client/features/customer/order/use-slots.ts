import { useMemo } from 'react';
import { type Outputs, trpc } from '@/client/lib/trpc';

const POLL_MS = 10_000;

export type Day = Outputs['slots']['window']['days'][number];
/** The window that this form holds, or the window of the appointment that it changes. */
export type OwnTimeSlot = { date: string; time: string };

/**
 * Returns the dates with their windows, fetched again every 10 s while the page is visible. The
 * form's own window counts as available, even if only its own appointment fills it.
 */
export function useSlots(own: OwnTimeSlot | null) {
  const query = trpc.slots.window.useQuery(undefined, { refetchInterval: POLL_MS });
  const days = query.data?.days;
  const { date, time } = own ?? {};
  const shown = useMemo(
    () => days && (date && time ? withOwn(days, { date, time }) : days),
    [days, date, time],
  );
  return { days: shown, today: query.data?.today, query };
}

/** Adds the form's own window, which the owner's hours may not have anymore. */
function withOwn(days: readonly Day[], { date, time }: OwnTimeSlot): Day[] {
  const own = { label: time, state: 'open' as const };
  const { timeSlots, left } = days.find((day) => day.date === date) ?? { timeSlots: [], left: 0 };
  const isListed = timeSlots.some(({ label }) => label === time);
  // If a window of today isn't listed, it has started.
  if (!isListed && date <= (days[0]?.date ?? date)) return [...days];
  const withIt = isListed
    ? timeSlots.map((slot) => (slot.label === time ? own : slot))
    : [...timeSlots, own];
  return [
    ...days.filter((day) => day.date !== date),
    { date, timeSlots: withIt, bookable: true, left },
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}
