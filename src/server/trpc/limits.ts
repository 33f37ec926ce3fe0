import { LIMITS, type LimitName, type LimitRule } from '@/domain/limits';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import type { Context } from './init';

/** The part of tRPC's middleware input that a limit needs. */
type Step<Input, Result> = { ctx: Context; input: Input; next(): Promise<Result> };

/**
 * A middleware that counts the calls of a procedure against a limit. The account is what `accountOf`
 * reads from the input (a name that may be a guess), else the signed-in user. Comes after `.input(…)`.
 */
export function limited<Input = unknown>(
  name: LimitName,
  accountOf?: (input: Input) => string | null,
) {
  return async <Result extends { ok: boolean }>(step: Step<Input, Result>): Promise<Result> => {
    const { ctx, input, next } = step;
    const { actor, request } = ctx;
    const own = actor.kind === 'user' ? actor.userId : null;
    const account = accountOf ? accountOf(input) : own;
    const rule: LimitRule = LIMITS[name];
    const address = rule.onlyStrangersByAddress && own !== null ? null : request.address;
    const taken = await takeAttempt(ctx, { name, account, address });
    const result = await next();
    if (result.ok) await taken.worked();
    return result;
  };
}
