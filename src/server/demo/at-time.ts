import type { Deps } from '@/server/config/deps';

/**
 * The dependencies as they were at an instant (ms) in the past. The sandbox takes its money now, so a
 * payment is dated then as well: else a past month would have the delivery and today its charge.
 */
export function depsAt(deps: Deps, at: number): Deps {
  const payments = new Proxy(deps.payments, {
    get(target, name: keyof Deps['payments']) {
      const call = target[name];
      if (typeof call !== 'function') return call;
      return async (...input: unknown[]) =>
        datedAt(await (call as (...input: unknown[]) => unknown).apply(target, input), at);
    },
  });
  return { ...deps, payments, clock: { now: () => at } };
}

/** An answer of the payments port with its payments dated; any other answer stays as it is. */
function datedAt(answer: unknown, at: number): unknown {
  if (Array.isArray(answer)) return answer.map((one) => datedAt(one, at));
  const isPaid =
    typeof answer === 'object' && answer !== null && 'paidAt' in answer && answer.paidAt !== null;
  return isPaid ? { ...answer, paidAt: at } : answer;
}
