import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, type Role, retiredDriverOf, type UserActor } from '@/domain/roles';
import { signInFirst } from '@/server/modules/auth/sign-in-first';

/** Who may call a procedure. Every procedure says so, and a test compares them with a table. */
export type Access = 'anyone' | 'signed-in' | 'owner' | readonly Role[];

/**
 * The signed-in user. Throws `unauthenticated` where there is none; its details tell a retired driver's
 * own device that it may hand over what it has not sent.
 */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  const retired = retiredDriverOf(actor);
  throw signInFirst(retired && { retiredUserId: retired.userId });
}

/** The signed-in user. Throws `unauthenticated`, or `forbidden` for another role. */
export function requireRole(actor: Actor, roles: readonly Role[]): UserActor {
  const user = requireUser(actor);
  if (roles.includes(user.role)) return user;
  throw new DomainError('forbidden', MESSAGES.notAllowed);
}

/** Throws `unauthenticated` for a visitor. The use case checks whose the appointment is. */
export function requireOwner(actor: Actor): void {
  if (actor.kind !== 'visitor') return;
  throw new DomainError('unauthenticated', MESSAGES.signInFirst);
}

/** Throws `unauthenticated` or `forbidden` where the actor may not make calls with that access. */
export function requireAccess(actor: Actor, access: Access): void {
  if (access === 'owner') requireOwner(actor);
  else if (access === 'signed-in') requireUser(actor);
  else if (access !== 'anyone') requireRole(actor, access);
}
