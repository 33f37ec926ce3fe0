import * as z from 'zod/mini';
import { type AppointmentStatus, OPEN_STATUSES } from './appointment/status';
import type { CalendarDate } from './dates';
import { text } from './fields';
import { foldedText } from './folding';

/** What staff type into the one search. */
export const searchSchema = z.strictObject({ text: text(100) });

/** How many of each kind a search shows. */
export const SEARCH_SHOWN = { customers: 6, appointments: 8, drivers: 4 } as const;

/** What decides where a found appointment stands. */
type Found = {
  id: string;
  publicCode: string;
  status: AppointmentStatus;
  date: CalendarDate;
  slotIndex: number;
};

/**
 * The found appointments as staff need them, each once and no more than are shown: the one whose code was
 * typed, then those still to be delivered from today on, the next one first, then the others, the latest
 * first.
 */
export function inOrderOfUse<A extends Found>(
  found: readonly A[],
  { text, today }: { text: string; today: CalendarDate },
): A[] {
  const code = foldedText(text);
  const rank = ({ publicCode, status, date }: A) => {
    if (foldedText(publicCode) === code) return 0;
    return OPEN_STATUSES.includes(status) && date >= today ? 1 : 2;
  };
  const when = ({ date, slotIndex }: A) => `${date} ${slotIndex}`;
  const each = [...new Map(found.map((one) => [one.id, one])).values()];
  return each
    .toSorted((a, b) => {
      const ranks = rank(a) - rank(b);
      if (ranks !== 0) return ranks;
      const isEarlier = when(a) < when(b) ? -1 : when(a) > when(b) ? 1 : 0;
      return rank(a) === 1 ? isEarlier : -isEarlier;
    })
    .slice(0, SEARCH_SHOWN.appointments);
}
