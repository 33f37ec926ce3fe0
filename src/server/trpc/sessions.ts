import type { UserActor } from '@/domain/roles';
import { claimGuestAppointments } from '@/server/modules/appointments/claim.usecases';
import { dormantKeys } from '@/server/modules/appointments/guest-keys';
import { actorOfUser } from '@/server/modules/auth/actor';
import { type KnownPerson, knownTo } from '@/server/modules/auth/known-devices.usecases';
import type { SignInCall } from '@/server/modules/auth/second-factor.usecases';
import {
  closeSession,
  type NewSession,
  type SessionCall,
} from '@/server/modules/auth/sessions.usecases';
import type { UserView } from '@/server/modules/auth/users.view';
import type { Context } from './init';

/** The call of a sign-in. Its session is written together with the attempt that it gives back. */
export function signInOf({ deps, request, attempt }: Context): SignInCall {
  return { deps, device: request, alongside: attempt, countFor: attempt?.countFor };
}

/**
 * Gives the browser its new session and ends its former one: no token outlives a sign-in. From now on
 * the device is known to the user. What the browser holds of guests gives this person nothing.
 */
export async function begin(ctx: Context, session: NewSession, user: KnownPerson): Promise<void> {
  const { deps, cookies } = ctx;
  if (cookies.sessionToken) await closeSession(ctx, cookies.sessionToken);
  cookies.setSession(session);
  cookies.setKeys(await dormantKeys(deps, cookies.kept));
  cookies.dropProofs();
  becomeKnown(ctx, user);
}

/**
 * The same for a customer, who gets the deliveries that they booked in this browser as a guest.
 *
 * @returns the user, and the public codes of these deliveries
 */
export async function beginAsCustomer(
  ctx: Context,
  session: NewSession,
  user: UserView,
): Promise<UserView & { guestDeliveries: { added: string[] } }> {
  const { deps, actor, cookies } = ctx;
  await begin(ctx, session, user);
  if (user.role !== 'customer') return { ...user, guestDeliveries: { added: [] } };
  const call = { deps, actor: actorOfUser(user) };
  const { added, keys } = await claimGuestAppointments(call, { caller: actor, kept: cookies.kept });
  if (added.length > 0) cookies.setKeys(keys);
  return { ...user, guestDeliveries: { added } };
}

/** Ends the session in this browser, with all that it holds of guests. */
export function leave({ cookies }: Context): void {
  cookies.setSession(null);
  cookies.forgetGuests();
}

/** From now on the device is known to the user. */
export function becomeKnown(ctx: Context, user: KnownPerson): void {
  ctx.cookies.setDevice(knownTo(ctx, ctx.cookies.device, user));
}

/** A call of a signed-in user, with the token of its session. */
export function sessionOf({ deps, actor, cookies }: Context & { actor: UserActor }): SessionCall {
  return { deps, actor, token: cookies.sessionToken };
}
