/**
 * The roles of accounts. An owner's role is `admin`. `domain/staff/areas.ts` has the work of each
 * office role. `former` is a deactivated staff member, `guest` is the record of someone who booked
 * without an account, and `merged` is a record that became part of another. None of them can sign in.
 */
export const ROLES = [
  'customer',
  'driver',
  'admin',
  'dispatcher',
  'accountant',
  'viewer',
  'former',
  'guest',
  'merged',
] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can't sign in. */
export const SIGNED_OUT_ROLES: readonly Role[] = ['former', 'guest', 'merged'];

/**
 * A visitor's access to one appointment. The link alone allows seeing and paying for it. Anything
 * else requires a proof: the key in the browser that booked it, or the last digits of its phone
 * number.
 */
export type VisitorLink = { appointmentId: string; provenBy?: 'key' | 'phone' | null };

/**
 * The person or program making a call. Every use case takes an actor and bases its permission
 * checks on it alone.
 * - `visitor`: not signed in, and without a delivery link. If the device belonged to a deactivated
 * driver, `retired` is that driver, who may only hand over unsent actions to staff.
 * - `guest`: has the links or keys to at least one appointment, newest first.
 * - `user`: a signed-in user. `guestOf` lists the appointments that they also have links to.
 * - `system`: the product itself (webhooks, sweeper, seed).
 */
export type Actor =
  | { kind: 'visitor'; retired?: UserActor | undefined }
  | { kind: 'guest'; held: readonly VisitorLink[]; retired?: UserActor | undefined }
  | UserActor
  | { kind: 'system'; name: string };

export type UserActor = {
  kind: 'user';
  userId: string;
  role: Role;
  name: string;
  driverId: number | null;
  guestOf?: readonly VisitorLink[] | undefined;
  /** Time of this driver's deactivation (ms). Only actions pressed before it may be handed over. */
  retiredAt?: number | null | undefined;
};

/** Returns the delivery links that an actor has, signed in or not. */
export function linksOf(actor: Actor): readonly VisitorLink[] {
  if (actor.kind === 'guest') return actor.held;
  return (actor.kind === 'user' && actor.guestOf) || [];
}

/** Returns the deactivated driver whose device a caller uses, if the caller isn't signed in. */
export function retiredDriverOf(actor: Actor): UserActor | undefined {
  return actor.kind === 'visitor' || actor.kind === 'guest' ? actor.retired : undefined;
}

/** True if the actor is a signed-in user with one of the roles. */
export function hasRole(actor: Actor, ...roles: Role[]): actor is UserActor {
  return actor.kind === 'user' && roles.includes(actor.role);
}
