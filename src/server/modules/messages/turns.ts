import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { mailboxKey } from '@/domain/account/email';
import { DomainError } from '@/domain/errors';
import {
  inWords,
  RECIPIENT_LIMIT_MS,
  recipientWaitMs,
  TEXT_LIMIT,
  timesFactor,
} from '@/domain/limits';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { dueIfAny } from '../leases/leases.repository';
import {
  forgetTurns,
  hasTextsLeft,
  hasTurns,
  selectPastTurn,
  selectTurns,
  type Turn,
} from './message.repository';

const HOUR_MS = 3_600_000;

/**
 * Returns the key under which messages to an address are counted. It's a signature, so it doesn't
 * reveal the address. Null if limits are turned off.
 */
function turnKeyOf({ settings }: Pick<Deps, 'settings'>, address: string): string | null {
  if (settings.limitFactor === 0) return null;
  return new Bun.CryptoHasher('sha256', settings.appSecret)
    .update(`message turn:${mailboxKey(address)}`)
    .digest('base64url');
}

/**
 * Limits the messages to an address that strangers can trigger. Returns a query that other reads can
 * include, functions that interpret its rows, and a guard for the write. If limits are turned off,
 * nothing is limited.
 */
export function turnsTo({ deps }: AnyCall, address: string) {
  const key = turnKeyOf(deps, address);
  const now = deps.clock.now();
  const { limitFactor } = deps.settings;
  const { inHour, inDay } = timesFactor(limitFactor);
  const waitMs = (sent: readonly Turn[]) =>
    key === null
      ? 0
      : recipientWaitMs(
          sent.map(({ at }) => at),
          now,
          limitFactor,
        );
  return {
    key,
    select: (orm: Queryable) => selectTurns(orm, key ?? '', now - RECIPIENT_LIMIT_MS),
    /** Returns how long until strangers can trigger one more message, or 0 if they can now. */
    waitMs,
    /** Throws `rate_limited` if strangers can't trigger one more message now. */
    refuseSpent(sent: readonly Turn[]): void {
      const ms = waitMs(sent);
      if (ms > 0) throw tooManyEmails(ms);
    },
    /** Guards that strangers can trigger one more message. */
    isLeft:
      key === null
        ? undefined
        : hasTurns(key, now, [
            { count: inHour, ms: HOUR_MS },
            { count: inDay, ms: RECIPIENT_LIMIT_MS },
          ]),
  };
}

/** Guards that a number may get one more text of any kind. Undefined if limits are turned off. */
export function textsLeft({ deps }: AnyCall, number: string): Guard | undefined {
  const { limitFactor } = deps.settings;
  if (limitFactor === 0) return undefined;
  const { inHour, inDay } = timesFactor(limitFactor, TEXT_LIMIT);
  return hasTextsLeft(number, deps.clock.now(), [
    { count: inHour, ms: HOUR_MS },
    { count: inDay, ms: RECIPIENT_LIMIT_MS },
  ]);
}

const tooManyEmails = (ms: number) =>
  new DomainError(
    'rate_limited',
    `Too many emails were sent to this address. Try again ${inWords(ms)}, or call us.`,
    { details: { retryAfterSeconds: Math.ceil(ms / 1000) } },
  );

/**
 * Returns a guard that passes if strangers can trigger one more message to the address. Undefined if
 * limits are turned off.
 *
 * @throws `rate_limited` if they already can't
 */
export async function requireTurn(call: AnyCall, address: string): Promise<Guard | undefined> {
  const turns = turnsTo(call, address);
  if (turns.key !== null) turns.refuseSpent(await turns.select(call.deps.db.orm));
  return turns.isLeft;
}

const countsSince = ({ deps }: AnyCall) => deps.clock.now() - RECIPIENT_LIMIT_MS;

/** Checks whether `forgetPastTurns` has work to do. */
export const turnsToForget = (call: AnyCall) =>
  dueIfAny(selectPastTurn(call.deps.db.orm, countsSince(call)));

/** Removes the keys of messages that no longer count. */
export const forgetPastTurns = (call: AnyCall) => forgetTurns(call.deps.db, countsSince(call));
