import { addDays } from './dates';
import { instantOf, localMoment } from './time';

/** The hours in which non-urgent messages are sent, as full hours in the business's time zone. */
export type MessageHours = { messagesFromHour: number; messagesUntilHour: number };

/** Returns the first instant (ms), starting at `at`, when a non-urgent message may be sent. */
export function withinMessageHours(
  at: number,
  { messagesFromHour, messagesUntilHour }: MessageHours,
  timeZone: string,
): number {
  const { date, minutes } = localMoment(at, timeZone);
  const morning = { minutes: messagesFromHour * 60 };
  if (minutes < morning.minutes) return instantOf({ date, ...morning }, timeZone);
  if (minutes < messagesUntilHour * 60) return at;
  return instantOf({ date: addDays(date, 1), ...morning }, timeZone);
}
