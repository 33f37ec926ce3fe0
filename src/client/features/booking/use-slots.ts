import { useMemo } from 'react';
import { type Outputs, trpc } from '@/client/lib/trpc';

const POLL_MS = 10_000;

export type Day = Outputs['slots']['window']['days'][number];
/** A date and the label of its window. */
export type Place = { date: string; time: string };

/**
 * The 14 dates with their windows, asked for again every 10 s while somebody looks (D10). A full
 * window that is full because of `own` is open: it is this very form's place.
 */
export function useSlots(own: Place | null) {
  const query = trpc.slots.window.useQuery(undefined, { refetchInterval: POLL_MS });
  const days = query.data?.days;
  const { date, time } = own ?? {};
  const shown = useMemo(
    () => days?.map((day) => (day.date === date && time ? withOwn(day, time) : day)),
    [days, date, time],
  );
  return { days: shown, today: query.data?.today, query };
}

function withOwn(day: Day, time: string): Day {
  const windows = day.windows.map((window) =>
    window.label === time ? { ...window, state: 'open' as const } : window,
  );
  return { ...day, windows, bookable: windows.some((window) => window.state === 'open') };
}
