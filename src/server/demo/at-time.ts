import type { CalendarDate } from '@/domain/dates';
import { instantOf } from '@/domain/time';
import type { Deps } from '@/server/config/deps';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';

/** Texts are sent from 8 AM on. */
const MESSAGES_FROM_MINUTES = 8 * 60;

/**
 * Sends the messages of a date's early bookings in its morning. Later they'd be outdated, and a text
 * could miss its time.
 */
export async function sendInTheMorning(deps: Deps, date: CalendarDate): Promise<void> {
  const morning = instantOf({ date, minutes: MESSAGES_FROM_MINUTES }, deps.settings.timeZone);
  await sendOutbox({ deps: depsAt(deps, Math.min(deps.clock.now(), morning)) });
}

/**
 * Returns the dependencies at an instant (ms) in the past. The sandbox charges at the current time,
 * so the payments are also dated back. Otherwise, the delivery would be in a past month but its
 * charge today.
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

/** Changes the date of the payments in the port's result. Other results stay unchanged. */
function datedAt(answer: unknown, at: number): unknown {
  if (Array.isArray(answer)) return answer.map((one) => datedAt(one, at));
  const isPaid =
    typeof answer === 'object' && answer !== null && 'paidAt' in answer && answer.paidAt !== null;
  return isPaid ? { ...answer, paidAt: at } : answer;
}
