import { addDays } from './dates';
import { instantOf, localMoment } from './time';

/** When messages that can wait are sent: full hours of the business's clock. */
export type MessageHours = { messagesFromHour: number; messagesUntilHour: number };

/** The first instant (ms) from `at` on at which a message that can wait may be sent. */
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
