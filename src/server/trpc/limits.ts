import { experimental_standaloneMiddleware } from '@trpc/server';
import { LIMITS, type LimitName, type LimitRule } from '@/domain/limits';
import { takeTry } from '@/server/modules/limits/limits.usecases';
import type { Context } from './init';

/**
 * Counts the calls of a procedure against a limit. The account is what `accountOf` reads from the
 * input (the name that is tried), else the signed-in user. Comes after `.input(…)`.
 */
export function limited<Input = unknown>(
  name: LimitName,
  accountOf?: (input: Input) => string | null,
) {
  return experimental_standaloneMiddleware<{ ctx: Context; input: Input }>().create(
    async ({ ctx, input, next }) => {
      const { actor, request } = ctx;
      const own = actor.kind === 'user' ? actor.userId : null;
      const account = accountOf ? accountOf(input) : own;
      const rule: LimitRule = LIMITS[name];
      const address = rule.addressOfStrangers && own !== null ? null : request.address;
      const taken = await takeTry(ctx, { name, account, address });
      const result = await next();
      if (result.ok) await taken.worked();
      return result;
    },
  );
}
