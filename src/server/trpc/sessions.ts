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
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import type { Context } from './init';

/**
 * Creates the call of a sign-in. Its session is saved in the same write that refunds the attempt.
 */
export function signInOf({ deps, request, attempt }: Context): SignInCall {
  return {
    deps,
    device: request,
    alongside: attempt,
    countFor: attempt?.countFor,
    async countSession(userId) {
      await takeAttempt({ deps }, { name: 'staffSession', account: userId, address: null });
    },
  };
}

/**
 * Sets the browser's new session and ends its old one, so that no token survives a sign-in. The
 * device becomes a known device of the user. Keys that guests left in the browser give this person
 * no access.
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
 * Does the same for a customer, whose account also gets the deliveries they booked in this browser
 * as a guest.
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

/** Ends the browser's session and removes all guests' keys from it. */
export function leave({ cookies }: Context): void {
  cookies.setSession(null);
  cookies.forgetGuests();
}

/** Makes the device a known device of the user. */
export function becomeKnown(ctx: Context, user: KnownPerson): void {
  ctx.cookies.setDevice(knownTo(ctx, ctx.cookies.device, user));
}

/** Creates a signed-in user's call, with its session's token. */
export function sessionOf({ deps, actor, cookies }: Context & { actor: UserActor }): SessionCall {
  return { deps, actor, token: cookies.sessionToken };
}
