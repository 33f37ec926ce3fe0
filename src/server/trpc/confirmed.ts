import type { UserActor } from '@/domain/roles';
import { requireConfirmed } from '@/server/modules/auth/confirm.usecases';
import type { Context } from './init';
import { sessionOf } from './sessions';

type SignedIn = Context & { actor: UserActor };
type Step<Input, Result> = { ctx: SignedIn; input: Input; next(): Promise<Result> };

/**
 * Allows a dangerous call only soon after a proof of identity. Programs with an API key are exempt,
 * because their scopes decide.
 */
export async function requireProof(ctx: SignedIn): Promise<void> {
  if (ctx.keyId === undefined) await requireConfirmed(sessionOf(ctx));
}

/** A middleware that requires a new proof. */
export async function confirmed<Result>({ ctx, next }: Step<unknown, Result>): Promise<Result> {
  await requireProof(ctx);
  return next();
}

/** Creates a call for a use case that decides itself whether it needs a proof. */
export function provable<Ctx extends SignedIn>(ctx: Ctx) {
  return { ...ctx, requireProof: () => requireProof(ctx) };
}

/**
 * Creates a middleware that requires a proof if `isDangerous` returns true for the input. Use it
 * after `.input(…)`.
 */
export function confirmedIf<Input>(
  isDangerous: (ctx: SignedIn, input: Input) => Promise<boolean> | boolean,
) {
  return async <Result>({ ctx, input, next }: Step<Input, Result>): Promise<Result> => {
    if (await isDangerous(ctx, input)) await requireProof(ctx);
    return next();
  };
}
