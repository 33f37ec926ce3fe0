import type { CalendarDate } from '../dates';
import { TIME_SLOTS, type TimeSlot } from '../slots/time-slots';
import { deviceInstant, type LocalMoment, localMoment } from '../time';

/** Why a walk-up may stand beyond the capacity of its time slot. */
export const WALK_UP_REASON = 'A walk-up: the driver was at the dock.';

/** After so many days without signal a walk-up belongs to the day on which it is sent. */
const KEPT_DATES = 3;

/** The time slot that is under way, or else the next one of the day, or else its last one. */
export function timeSlotAt(minutes: number): TimeSlot {
  const slot = TIME_SLOTS.find(({ endMinutes }) => minutes < endMinutes) ?? TIME_SLOTS.at(-1);
  if (!slot) throw new RangeError('a day has no time slots');
  return slot;
}

/**
 * The date and the time slot of a walk-up. The date is the one that the device showed, which came from the
 * server: a phone's own clock may be wrong by a day. The time of day is the device's where it told one
 * of that date.
 *
 * @param told `shownDate` as the device showed it, `pressedAt` by its own clock, and `now` (ms)
 */
export function walkUpMoment(
  told: { shownDate?: CalendarDate | undefined; pressedAt?: string | undefined; now: number },
  timeZone: string,
): { date: CalendarDate; slotIndex: number } {
  const now = localMoment(told.now, timeZone);
  const earliest = localMoment(told.now - KEPT_DATES * 86_400_000, timeZone).date;
  const { shownDate = now.date } = told;
  const isKept = earliest <= shownDate && shownDate <= now.date;
  const date = isKept ? shownDate : now.date;
  const latest = date === now.date ? now : { date, minutes: 24 * 60 };
  const pressed = momentOf(told.pressedAt, timeZone);
  const isTold = pressed?.date === date && pressed.minutes <= latest.minutes;
  const { minutes } = isTold ? pressed : latest;
  return { date, slotIndex: timeSlotAt(minutes).index };
}

function momentOf(pressedAt: string | undefined, timeZone: string): LocalMoment | null {
  const instant = deviceInstant(pressedAt);
  return instant === null ? null : localMoment(instant, timeZone);
}
