import type { UserActor } from '@/domain/roles';
import { requireConfirmed } from '@/server/modules/auth/confirm.usecases';
import type { Context } from './init';
import { sessionOf } from './sessions';

type SignedIn = Context & { actor: UserActor };
type Step<Input, Result> = { ctx: SignedIn; input: Input; next(): Promise<Result> };

/**
 * Lets a dangerous call through soon after a proof of who makes it. A program with a key proves
 * nothing: its scopes decide.
 */
export async function requireProof(ctx: SignedIn): Promise<void> {
  if (ctx.keyId === undefined) await requireConfirmed(sessionOf(ctx));
}

/** A middleware that asks for such a proof. */
export async function confirmed<Result>({ ctx, next }: Step<unknown, Result>): Promise<Result> {
  await requireProof(ctx);
  return next();
}

/** The call of a verb that finds out itself whether what it does is dangerous. */
export function provable<Ctx extends SignedIn>(ctx: Ctx) {
  return { ...ctx, requireProof: () => requireProof(ctx) };
}

/** The same, only where `isDangerous` says so of the input. Comes after `.input(…)`. */
export function confirmedIf<Input>(
  isDangerous: (ctx: SignedIn, input: Input) => Promise<boolean> | boolean,
) {
  return async <Result>({ ctx, input, next }: Step<Input, Result>): Promise<Result> => {
    if (await isDangerous(ctx, input)) await requireProof(ctx);
    return next();
  };
}
