import type { OfficeRole } from './areas';

export const OFFICE_ROLE_LABELS: Readonly<Record<OfficeRole, string>> = {
  admin: 'Owner',
  dispatcher: 'Dispatcher',
  accountant: 'Accountant',
  viewer: 'Viewer',
};

/** Describes each role to the person who selects one. */
export const OFFICE_ROLE_HINTS: Readonly<Record<OfficeRole, string>> = {
  admin: 'Everything, including settings, refunds, and people.',
  dispatcher: 'Appointments, the calendar, customers, and messages, but no refunds or settings.',
  accountant:
    'Payments, invoices, reports, and downloads. Can count trucks, sign off cash, and close days, but can’t change deliveries.',
  viewer: 'Can read the day without phone numbers or amounts. Can’t change anything.',
};

/** How long (ms) an invitation’s link works. */
export const INVITATION_MS = 7 * 24 * 3_600_000;

/** `expired` is an invitation whose link no longer works. */
export type PersonState = 'active' | 'invited' | 'expired' | 'inactive';

type Standing = { role: string; invitedAt: number | null; resetTokenExpires: number | null };

/** Returns the state of someone in the office at `now` (ms). */
export function personState(
  { role, invitedAt, resetTokenExpires }: Standing,
  now: number,
): PersonState {
  if (role === 'former') return 'inactive';
  if (invitedAt === null) return 'active';
  return resetTokenExpires !== null && resetTokenExpires > now ? 'invited' : 'expired';
}

export const PEOPLE_MESSAGES = {
  lastOwner: 'This is the only owner. Make someone else an owner first.',
  active: 'This person is already active.',
  inactive: 'This person is inactive. Invite them again first.',
  notFound: 'We couldn’t find that person.',
  changed: 'Someone else just changed this person’s role. Check it and try again.',
} as const;
