import type { UserActor } from '@/domain/roles';
import { type KnownPerson, knownTo } from '@/server/modules/auth/known-devices.usecases';
import type { SignInCall } from '@/server/modules/auth/second-factor.usecases';
import {
  closeSession,
  type NewSession,
  type SessionCall,
} from '@/server/modules/auth/sessions.usecases';
import type { Context } from './init';

/** The call of a sign-in. Its session is written together with the attempt that it gives back. */
export function signInOf({ deps, request, attempt }: Context): SignInCall {
  return { deps, device: request, alongside: attempt, countFor: attempt?.countFor };
}

/**
 * Gives the browser its new session and ends its former one: no token outlives a sign-in. From now on
 * the device is known to the user.
 */
export async function begin(ctx: Context, session: NewSession, user: KnownPerson): Promise<void> {
  if (ctx.cookies.sessionToken) await closeSession(ctx, ctx.cookies.sessionToken);
  ctx.cookies.setSession(session);
  becomeKnown(ctx, user);
}

/** From now on the device is known to the user. */
export function becomeKnown(ctx: Context, user: KnownPerson): void {
  ctx.cookies.setDevice(knownTo(ctx, ctx.cookies.device, user));
}

/** A call of a signed-in user, with the token of its session. */
export function sessionOf({ deps, actor, cookies }: Context & { actor: UserActor }): SessionCall {
  return { deps, actor, token: cookies.sessionToken };
}
