import { APPOINTMENT_MESSAGES } from '@/domain/appointment/messages';
import { DomainError, MESSAGES } from '@/domain/errors';
import { closedReason, type Hours, weekdayTimeSlots } from '@/domain/slots/hours';
import { isWithinBookingWindow, isWithinStaffWindow } from '@/domain/slots/time-slots';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';

/**
 * Returns the time window with this label if it can still be booked.
 *
 * @throws `invalid_input` for a window that the date's weekday doesn't have, or a date that can't be
 *   booked yet
 * @throws `slot_taken` once the window has started, or if the date is closed
 */
export function requireBookableTimeSlot(
  deps: Deps,
  hours: Hours,
  input: { date: string; time: string },
) {
  const now = deps.clock.now();
  const cutOff = cutOffOf(deps.settings, hours);
  const ofWeekday = weekdayTimeSlots(hours, input.date);
  const timeSlot = ofWeekday.find(({ label }) => label === input.time);
  if (closedReason(hours, input.date) !== null) throw closedThen();
  if (!timeSlot)
    throw new DomainError('invalid_input', APPOINTMENT_MESSAGES.dateAndTime, { field: 'time' });
  if (isWithinBookingWindow(input.date, timeSlot, now, cutOff)) return timeSlot;
  if (input.date === todayOf(deps)) {
    throw new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' });
  }
  throw new DomainError(
    'invalid_input',
    `Please select a date within the next ${hours.daysAhead} days.`,
    { field: 'date' },
  );
}

const closedThen = () =>
  new DomainError('slot_taken', 'We’re closed on that date. Select another one.', {
    field: 'date',
  });

/** Returns the time window with this label if staff may still use it. Throws `invalid_input`. */
export function requireStaffTimeSlot(
  deps: Deps,
  hours: Hours,
  input: { date: string; time: string },
) {
  const ofWeekday = weekdayTimeSlots(hours, input.date);
  const timeSlot = ofWeekday.find(({ label }) => label === input.time);
  const cutOff = cutOffOf(deps.settings, hours);
  if (timeSlot && isWithinStaffWindow(input.date, timeSlot, deps.clock.now(), cutOff)) {
    return timeSlot;
  }
  throw new DomainError(
    'invalid_input',
    `Please select a current or upcoming window in the next ${hours.daysAhead} days.`,
    { field: 'date' },
  );
}
