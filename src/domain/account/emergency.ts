import { RECENT_DAYS } from '../appointment/status';
import { addDays, type CalendarDate } from '../dates';
import type { Actor } from '../roles';

/** Emergency access has its own user, so its audit entries don't name another person. */
export const EMERGENCY_USER = 'emergency-admin';

/** True if a call uses emergency access. Its user can't sign in any other way. */
export function isEmergency(actor: Actor): boolean {
  return actor.kind === 'user' && actor.userId === EMERGENCY_USER;
}

/**
 * Returns the earliest date of the deliveries that emergency access can see. Older deliveries are
 * done, and all of them together would reveal the list of customers.
 */
export const emergencyReach = (today: CalendarDate): CalendarDate =>
  addDays(today, 1 - RECENT_DAYS);

export const EMERGENCY_MESSAGES = {
  notItsWork:
    'Emergency access only covers appointments, the calendar, prices, and drivers’ days. Sign in with your own account to do this.',
} as const;
