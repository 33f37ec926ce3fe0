import type { AuditAction } from './actions';
import type { AuditValues } from './values';

type FirstPart<Action> = Action extends `${infer Part}.${string}` ? Part : never;

/** The kind of thing that an audit entry is about, which is the first part of its action. */
export type AuditThing = FirstPart<AuditAction>;

/** Labels of the kinds of things, for the filter of the audit log. */
export const AUDIT_THING_LABELS: Readonly<Record<AuditThing, string>> = {
  appointment: 'Appointments',
  charge: 'Charges and disputes',
  payment: 'Stripe payments',
  refund: 'Refunds',
  review: 'Needs attention',
  report: 'Driver reports',
  account: 'Accounts',
  sign_in: 'Staff sign-ins',
  emergency: 'Emergency access',
  boat: 'Boats',
  dock: 'Docks',
  card: 'Saved cards',
  recurring: 'Recurring deliveries',
  customer: 'Customers',
  driver: 'Drivers',
  staff: 'People in the office',
  bulk: 'Bulk changes',
  waiting: 'Waiting list',
  slots: 'Calendar',
  prices: 'Prices',
  taxes: 'Taxes',
  promo: 'Test codes',
  discount: 'Discounts',
  truck: 'Trucks',
  place: 'Places',
  support: 'Support texts',
  settings: 'Settings',
  api_key: 'API keys',
  calendar_link: 'Calendar links',
  closing: 'Closed days',
  month: 'Months',
  export: 'Exports',
  factor: 'Two-step verification',
};

export const AUDIT_THINGS = Object.keys(AUDIT_THING_LABELS) as readonly AuditThing[];

/** Returns the kind of thing that an action is about, which is the first part of its name. */
export function thingOf(action: AuditAction): AuditThing {
  return action.slice(0, action.indexOf('.')) as AuditThing;
}

/** For each kind of thing, the name of the entry's value that identifies it. */
const SUBJECT_COLUMNS: Partial<Record<AuditThing, string>> = {
  driver: 'driverId',
  report: 'driverId',
  api_key: 'keyId',
  factor: 'factorId',
  calendar_link: 'linkId',
  promo: 'code',
  discount: 'code',
  truck: 'truckId',
  place: 'placeId',
  boat: 'boatId',
  dock: 'dockId',
  card: 'cardId',
  recurring: 'recurringId',
  bulk: 'bulkId',
  waiting: 'entryId',
};

/** Identifies the subject of an entry that isn't about an appointment: `driver:3`. */
export type AuditSubject = `${string}:${string | number}`;

/** @returns the subject named by an entry's values; null if there is none */
export function subjectOf(thing: AuditThing, values: AuditValues): AuditSubject | null {
  const column = SUBJECT_COLUMNS[thing];
  const id = column && values[column];
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  return column === 'driverId' ? `driver:${id}` : `${thing}:${id}`;
}
