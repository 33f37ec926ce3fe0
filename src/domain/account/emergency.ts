import type { Actor } from '../roles';

/** Emergency access acts as a user of its own, so that no audit entry names another person. */
export const EMERGENCY_USER = 'emergency-admin';

/** Whether a call comes through emergency access: its user has no other way in (D67). */
export function isEmergency(actor: Actor): boolean {
  return actor.kind === 'user' && actor.userId === EMERGENCY_USER;
}

export const EMERGENCY_MESSAGES = {
  notItsWork:
    "Emergency access is for appointments, the calendar, prices and drivers' days only. Please sign in with your own account for this.",
} as const;
