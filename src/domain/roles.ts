/** Roles a user can have. */
export const ROLES = ['customer', 'driver', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a caller holds of one appointment. The link alone shows and pays it. More needs a proof: the key
 * of the browser that booked it, or the last digits of its phone number.
 */
export type VisitorLink = { appointmentId: string; provenBy?: 'key' | 'phone' | null };

/**
 * Who performs a call. Every use case takes one, and decides from it alone.
 * - `visitor`: not signed in, and without a link. `retired` is the driver whom the device belonged to: it
 *   may hand over to staff what was not sent, and nothing else.
 * - `guest`: holder of the links to appointments, or of their keys, one for each appointment and the
 *   newest first; never of none.
 * - `user`: a signed-in user; `guestOf` are the appointments whose links they also hold.
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
  /** When this driver was retired (ms): only what was pressed before may be handed over. */
  retiredAt?: number | null | undefined;
};

/** The links that an actor holds, whether or not they are signed in. */
export function linksOf(actor: Actor): readonly VisitorLink[] {
  if (actor.kind === 'guest') return actor.held;
  return (actor.kind === 'user' && actor.guestOf) || [];
}

/** The retired driver on whose device a person without a sign-in calls. */
export function retiredDriverOf(actor: Actor): UserActor | undefined {
  return actor.kind === 'visitor' || actor.kind === 'guest' ? actor.retired : undefined;
}

/** True when the actor is a signed-in user with one of the roles. */
export function hasRole(actor: Actor, ...roles: Role[]): actor is UserActor {
  return actor.kind === 'user' && roles.includes(actor.role);
}
