import { DomainError, MESSAGES } from '@/domain/errors';
import { LIMITS, type LimitName, type LimitRule } from '@/domain/limits';
import { bringsPhoto } from '@/domain/photos';
import { findWaiting } from '@/server/modules/auth/challenges';
import { knownDevice } from '@/server/modules/auth/known-devices.usecases';
import { takeAttempt } from '@/server/modules/limits/limits.usecases';
import type { Context } from './init';

/** The part of tRPC's middleware input that a limit needs. */
type Step<Input, Result> = {
  ctx: Context;
  input: Input;
  next(options?: { ctx: Pick<Context, 'attempt' | 'waiting'> }): Promise<Result>;
};

/** The account that an attempt is about. Default: the signed-in user. */
type About<Input> = {
  /** Returns the name in the input, which may be a guess. */
  named?: (input: Input) => string;
  /** The user whose known devices count, if the input names no account. */
  userId?: string;
  /**
   * True if the use case calls `countFor` before it answers, so the name identifies the user until
   * then.
   */
  asksAgain?: boolean;
  /** Which calls count. Default: all. */
  onlyIf?: (input: Input) => boolean;
};

/**
 * Creates a middleware that counts a procedure's calls against a limit. Each known device of the
 * account has its own count. Use it after `.input(…)`.
 */
export function limited<Input = unknown>(name: LimitName, about: About<Input> = {}) {
  return async <Result extends { ok: boolean }>(step: Step<Input, Result>): Promise<Result> => {
    const { ctx, input, next } = step;
    if (about.onlyIf?.(input) === false) return next();
    const { actor, request, cookies } = ctx;
    const own = actor.kind === 'user' ? actor.userId : null;
    const named = about.named?.(input) ?? null;
    const rule: LimitRule = LIMITS[name];
    const address = rule.onlyStrangersByAddress && own !== null ? null : request.address;
    const known = rule.allowances.device
      ? await knownDevice(ctx, { ...about, cookie: cookies.device, named })
      : null;
    const attempt = await takeAttempt(ctx, { name, account: named ?? own, address, ...known });
    const result = await next({ ctx: { attempt } });
    if (result.ok || isHalfSignedIn(result)) await attempt.worked();
    return result;
  };
}

/** True if a sign-in was refused although the password was right, so it wasn't a guess. */
function isHalfSignedIn(result: object): boolean {
  const { cause } = 'error' in result && result.error instanceof Error ? result.error : {};
  return cause instanceof DomainError && cause.code === 'second_factor';
}

/** A middleware that counts the calls with a photo. Use it after `.input(…)`. */
export const photosLimited = limited('photo', { onlyIf: bringsPhoto });

/**
 * Creates a middleware for calls that a driver's device sends late. They have their own limit, and
 * a narrow one if the driver is inactive. An inactive driver's device can't write anything new: the
 * call must say that its button was pressed before. Use it after `.input(…)`.
 */
export function handedOver(name: LimitName, { saysWhen = true } = {}) {
  const [usual, late] = [limited(name), limited('retiredDevice')];
  return <Result extends { ok: boolean }>(step: Step<unknown, Result>): Promise<Result> => {
    const { actor } = step.ctx;
    const retiredAt = actor.kind === 'user' ? actor.retiredAt : undefined;
    if (retiredAt === undefined) return usual(step);
    if (saysWhen) requirePressedBefore(step.input, retiredAt);
    return late(step);
  };
}

/**
 * @throws forbidden unless an inactive driver's call includes that its button was pressed before
 */
function requirePressedBefore(input: unknown, retiredAt: number | null): void {
  const { pressedAt } = input as { pressedAt?: string };
  const pressed = Date.parse(pressedAt ?? '');
  // A session from an older version doesn't contain when its driver was deactivated, so the time
  // isn't checked.
  if (pressed < (retiredAt ?? Number.POSITIVE_INFINITY)) return;
  throw new DomainError('forbidden', MESSAGES.afterRetirement);
}

/** A middleware that counts wrong proofs for a challenge's account. Use it after `.input(…)`. */
export async function limitedByChallenge<Result extends { ok: boolean }>(
  step: Step<{ challenge: string }, Result>,
): Promise<Result> {
  const { ctx, input, next } = step;
  const waiting = await findWaiting(ctx, input.challenge);
  const account = waiting?.user.id ?? null;
  // The attempt is counted in the write that uses up the proof or counts the wrong one.
  const attempt = await takeAttempt(ctx, { name: 'secondFactor', account, address: null });
  const result = await next({ ctx: { attempt, waiting } });
  if (result.ok) await attempt.worked();
  return result;
}
