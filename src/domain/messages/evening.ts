import { addDays, type CalendarDate } from '../dates';
import type { MessageHours } from '../message-hours';
import { instantOf, localMoment } from '../time';

/** When customers get their reminders, as a full hour in the business's time zone. */
export type EveningHours = MessageHours & { eveningHour: number };

/** One evening: the date whose deliveries it's about, and when it begins and ends (ms). */
export type Evening = { date: CalendarDate; beginsAt: number; endsAt: number };

/** Returns the hour of the reminders, moved into the message hours. */
export const eveningHourOf = ({ eveningHour, messagesFromHour, messagesUntilHour }: EveningHours) =>
  Math.max(messagesFromHour, Math.min(eveningHour, messagesUntilHour - 1));

/**
 * Returns the evening at an instant (ms): from the hour of the reminders to the end of the message
 * hours. Null at other times.
 */
export function eveningAt(now: number, hours: EveningHours, timeZone: string): Evening | null {
  const { date } = localMoment(now, timeZone);
  const beginsAt = instantOf({ date, minutes: eveningHourOf(hours) * 60 }, timeZone);
  const endsAt = instantOf({ date, minutes: hours.messagesUntilHour * 60 }, timeZone);
  return now >= beginsAt && now < endsAt ? { date: addDays(date, 1), beginsAt, endsAt } : null;
}
