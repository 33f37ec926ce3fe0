import * as z from 'zod/mini';
import { type AppointmentStatus, OPEN_STATUSES } from './appointment/status';
import type { CalendarDate } from './dates';
import { text } from './fields';
import { foldedText } from './folding';

/** The text in the staff search box. */
export const searchSchema = z.strictObject({ text: text(100) });

/** Maximum number of results of each kind. */
export const SEARCH_SHOWN = { customers: 6, appointments: 8, drivers: 4 } as const;

/** The fields that determine the order of the results. */
type Found = {
  id: string;
  publicCode: string;
  status: AppointmentStatus;
  date: CalendarDate;
  slotIndex: number;
};

/**
 * Sorts the found appointments by how useful they are to staff, and removes duplicates: first the
 * one with the typed code, then open ones from today on (soonest first), then the rest (latest
 * first). Returns at most the number that's shown.
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
  const unique = [...new Map(found.map((appointment) => [appointment.id, appointment])).values()];
  return unique
    .toSorted((a, b) => {
      const ranks = rank(a) - rank(b);
      if (ranks !== 0) return ranks;
      const isEarlier = a.date < b.date ? -1 : a.date > b.date ? 1 : a.slotIndex - b.slotIndex;
      return rank(a) === 1 ? isEarlier : -isEarlier;
    })
    .slice(0, SEARCH_SHOWN.appointments);
}
