import { APPOINTMENT_MESSAGES } from '@/domain/appointment/messages';
import { DomainError, MESSAGES } from '@/domain/errors';
import {
  isWithinBookingWindow,
  isWithinStaffWindow,
  timeSlotByLabel,
} from '@/domain/slots/time-slots';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';

/**
 * Returns the time window with this label if it can still be booked.
 *
 * @throws `invalid_input` outside the 14 dates, `slot_taken` once the window has started
 */
export function requireBookableTimeSlot(deps: Deps, input: { date: string; time: string }) {
  const now = deps.clock.now();
  const cutOff = cutOffOf(deps.settings);
  const timeSlot = timeSlotByLabel(input.time);
  if (!timeSlot)
    throw new DomainError('invalid_input', APPOINTMENT_MESSAGES.dateAndTime, { field: 'time' });
  if (isWithinBookingWindow(input.date, timeSlot, now, cutOff)) return timeSlot;
  if (input.date === todayOf(deps)) {
    throw new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' });
  }
  throw new DomainError('invalid_input', 'Please choose a date within the next 14 days.', {
    field: 'date',
  });
}

/** Returns the time window with this label if staff may still use it. Throws `invalid_input`. */
export function requireStaffTimeSlot(deps: Deps, input: { date: string; time: string }) {
  const timeSlot = timeSlotByLabel(input.time);
  const { timeZone } = deps.settings;
  if (timeSlot && isWithinStaffWindow(input.date, timeSlot, deps.clock.now(), timeZone)) {
    return timeSlot;
  }
  throw new DomainError('invalid_input', APPOINTMENT_MESSAGES.staffWindow, { field: 'date' });
}
