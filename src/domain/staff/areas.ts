import type { Actor, Role, UserActor } from '../roles';

/** The roles of people in the office. An owner's role is stored and sent as `admin`. */
export const OFFICE_ROLES = ['admin', 'dispatcher', 'accountant', 'viewer'] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];

/**
 * The areas of office work, and the roles that may work in each. Every procedure for staff names its
 * area, so this table decides who may call it.
 */
const AREAS = {
  /** A day's deliveries without contact details, amounts, and notes. */
  day: ['admin', 'dispatcher', 'viewer'],
  /** Appointments, drivers' days and reports, and Needs attention. */
  deliveries: ['admin', 'dispatcher'],
  /** Time windows and blocked days. */
  calendar: ['admin', 'dispatcher'],
  /** Customers, the search, and messages to customers. */
  customers: ['admin', 'dispatcher'],
  /** Reading open payments, charges, and refunds. */
  payments: ['admin', 'dispatcher', 'accountant'],
  /** Issuing and sending invoices of house accounts, and recording their payments. */
  billing: ['admin', 'accountant'],
  /** Reading a day's close, and counting trucks in the evening. */
  counts: ['admin', 'dispatcher', 'accountant'],
  /** Signing off drivers' cash, and closing days. */
  closing: ['admin', 'accountant'],
  /** Reading reports and months. */
  reports: ['admin', 'accountant'],
  /** Downloading lists and the ledger. */
  exports: ['admin', 'accountant'],
  /** Refunds, corrections, write-offs, custom prices, and cash. */
  concessions: ['admin'],
  /** Prices, settings, people, keys, promo codes, the audit log, and closing months. */
  business: ['admin'],
} as const satisfies Record<string, readonly OfficeRole[]>;
export type Area = keyof typeof AREAS;

/** Returns the roles that may work in an area. */
export const rolesIn = (area: Area): readonly OfficeRole[] => AREAS[area];

/** True if a role may work in an area. */
export const mayWorkIn = (area: Area, role: Role): boolean => {
  const roles: readonly Role[] = AREAS[area];
  return roles.includes(role);
};

/** True if the actor is signed in with a role that may work in the area. */
export function worksIn(area: Area, actor: Actor): actor is UserActor {
  return actor.kind === 'user' && mayWorkIn(area, actor.role);
}

/** True for the roles that sign in to the office. */
export const isOfficeRole = (role: Role): role is OfficeRole =>
  OFFICE_ROLES.some((one) => one === role);

/** True for everyone with a job here: the office and the drivers. */
export const isStaffRole = (role: Role): boolean => role === 'driver' || isOfficeRole(role);

/** The role in which someone handles a delivery. */
export type DeliveryRole = 'admin' | 'driver' | 'customer';

/**
 * Returns the role in which a user handles deliveries. Dispatchers do so like admins. An accountant
 * or a viewer who orders something is a customer like any other.
 */
export function deliveryRoleOf(role: Role): DeliveryRole {
  if (mayWorkIn('deliveries', role)) return 'admin';
  return role === 'driver' ? 'driver' : 'customer';
}
