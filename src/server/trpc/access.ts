import { DomainError, MESSAGES } from '@/domain/errors';
import { type Actor, type Role, retiredDriverOf, type UserActor } from '@/domain/roles';
import { signInFirst } from '@/server/modules/auth/sign-in-first';

/**
 * The callers that a procedure allows. Every procedure declares them, and a test compares all of
 * them with a table.
 */
export type Access = 'anyone' | 'signed-in' | 'owner' | readonly Role[];

/**
 * Returns the signed-in user.
 * @throws unauthenticated if there is none. Its details allow an inactive driver's own device to
 * send its unsent actions.
 */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  const retired = retiredDriverOf(actor);
  throw signInFirst(retired && { retiredUserId: retired.userId });
}

/** Returns the signed-in user. @throws unauthenticated, or forbidden for another role */
export function requireRole(actor: Actor, roles: readonly Role[]): UserActor {
  const user = requireUser(actor);
  if (roles.includes(user.role)) return user;
  throw new DomainError('forbidden', MESSAGES.notAllowed);
}

/**
 * The use case checks whether the appointment is the caller's. @throws unauthenticated for a
 * visitor
 */
export function requireOwner(actor: Actor): void {
  if (actor.kind !== 'visitor') return;
  throw new DomainError('unauthenticated', MESSAGES.signInFirst);
}

/** @throws unauthenticated or forbidden if the actor may not make calls with that access */
export function requireAccess(actor: Actor, access: Access): void {
  if (access === 'owner') requireOwner(actor);
  else if (access === 'signed-in') requireUser(actor);
  else if (access !== 'anyone') requireRole(actor, access);
}
