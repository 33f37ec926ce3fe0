import type { CalendarDate } from '../dates';
import { TIME_SLOTS, type TimeSlot } from '../slots/time-slots';
import { deviceInstant, type LocalMoment, localMoment } from '../time';

/** The reason saved when a walk-up exceeds its window's capacity. */
export const WALK_UP_REASON = 'Booked by the driver at the dock (walk-up).';

/** After this many days without signal, a walk-up is dated on the day it's sent. */
const KEPT_DATES = 3;

/**
 * Returns the day's current time window, or the next one, or the last one after the end of the day.
 */
export function timeSlotAt(minutes: number, ofDay: readonly TimeSlot[] = TIME_SLOTS): TimeSlot {
  // A driver may sell at the dock on a day without windows.
  const all = ofDay.length > 0 ? ofDay : TIME_SLOTS;
  const slot = all.find(({ endMinutes }) => minutes < endMinutes) ?? all.at(-1);
  if (!slot) throw new RangeError('a day has no time slots');
  return slot;
}

/**
 * Returns a walk-up's date and time window. The date is the one that the device showed, which came
 * from the server, because a phone's clock may be wrong by a day. The time of day comes from the
 * device's clock if that clock has the same date.
 * @param sent `shownDate` is the date on the device's screen, and `pressedAt` and `now` are in ms
 * @param timeSlotsOf returns the time windows of a date
 */
export function walkUpMoment(
  sent: { shownDate?: CalendarDate | undefined; pressedAt?: string | undefined; now: number },
  timeZone: string,
  timeSlotsOf: (date: CalendarDate) => readonly TimeSlot[] = () => TIME_SLOTS,
): { date: CalendarDate; slotIndex: number } {
  const now = localMoment(sent.now, timeZone);
  const earliest = localMoment(sent.now - KEPT_DATES * 86_400_000, timeZone).date;
  const { shownDate = now.date } = sent;
  const isRecent = earliest <= shownDate && shownDate <= now.date;
  const date = isRecent ? shownDate : now.date;
  const latest = date === now.date ? now : { date, minutes: 24 * 60 };
  const pressed = momentOf(sent.pressedAt, timeZone);
  const isPlausible = pressed?.date === date && pressed.minutes <= latest.minutes;
  const { minutes } = isPlausible ? pressed : latest;
  return { date, slotIndex: timeSlotAt(minutes, timeSlotsOf(date)).index };
}

function momentOf(pressedAt: string | undefined, timeZone: string): LocalMoment | null {
  const instant = deviceInstant(pressedAt);
  return instant === null ? null : localMoment(instant, timeZone);
}
