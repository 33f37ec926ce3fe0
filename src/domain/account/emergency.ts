import { RECENT_DAYS } from '../appointment/status';
import { addDays, type CalendarDate } from '../dates';
import type { Actor } from '../roles';

/** Emergency access acts as a user of its own, so that no audit entry names another person. */
export const EMERGENCY_USER = 'emergency-admin';

/** Whether a call comes through emergency access: its user has no other way in. */
export function isEmergency(actor: Actor): boolean {
  return actor.kind === 'user' && actor.userId === EMERGENCY_USER;
}

/**
 * The first date whose deliveries emergency access works on. Older ones are done, and all of them
 * together are a list of the customers.
 */
export const emergencyReach = (today: CalendarDate): CalendarDate =>
  addDays(today, 1 - RECENT_DAYS);

export const EMERGENCY_MESSAGES = {
  notItsWork:
    "Emergency access is for appointments, the calendar, prices and drivers' days only. Please sign in with your own account for this.",
} as const;
