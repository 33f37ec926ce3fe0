import {
  isPhoto,
  isSetAside,
  type Pause,
  type QueuedAction,
  threadOf,
  waitingActions,
} from './device-action';

type Run = {
  /** Threads with a failed action in this run. Their later actions wait. */
  failed?: ReadonlySet<string>;
  /** The device's clock (ms). */
  now?: number;
};

/**
 * Picks the action to send next. Figures go first, oldest first, then photos, because a weak signal
 * may only last for the figures. Actions that were set aside go last. A photo waits until its
 * action was sent or staff have it.
 *
 * @returns null if nothing can be sent
 */
export function nextToSend(
  queued: readonly QueuedAction[],
  { failed = new Set(), now = Date.now() }: Run = {},
): QueuedAction | null {
  const unsent = new Set(queued.filter(({ isKept }) => !isKept).map(({ actionKey }) => actionKey));
  const waiting = waitingActions(queued);
  const isPaused = (one: QueuedAction) => pauseOf(one, waiting, now) !== null;
  const blocked = waiting.filter((one) => isSetAside(one) || isPaused(one) || one.asked);
  const free = waiting.filter(
    (one) =>
      !failed.has(threadOf(one)) &&
      !one.asked &&
      !(one.afterKey && unsent.has(one.afterKey)) &&
      !isPaused(one) &&
      !follows(one, blocked),
  );
  const hopeful = free.filter((one) => !isSetAside(one));
  return hopeful.find((one) => !isPhoto(one)) ?? hopeful[0] ?? free[0] ?? null;
}

/**
 * True if an earlier action of its thread is blocked. A delivery is never sent before its walk-up.
 */
const follows = (one: QueuedAction, blocked: readonly QueuedAction[]) =>
  blocked.some(
    (earlier) => earlier.seq < one.seq && !isPhoto(earlier) && threadOf(earlier) === threadOf(one),
  );

/** The call that sends an action. The server limits each call separately. */
const callOf = ({ action, handedOverFor }: QueuedAction) =>
  handedOverFor === undefined ? action.kind : 'handOver';

/**
 * The current pause of an action's kind, or null. It may come from another action. If the device's
 * clock was set back to before its start, the pause no longer applies.
 */
export function pauseOf(
  one: QueuedAction,
  queued: readonly QueuedAction[],
  now = Date.now(),
): Pause | null {
  const pauses = queued.flatMap((other) =>
    other.pause && other.refusal === null && callOf(other) === callOf(one) ? [other.pause] : [],
  );
  const current = pauses.filter(({ from, until }) => from <= now && now < until);
  return current.toSorted((a, b) => b.until - a.until)[0] ?? null;
}

/** When the first pause ends (ms), or null if nothing is paused. */
export function firstPauseEnd(queued: readonly QueuedAction[], now = Date.now()): number | null {
  const ends = waitingActions(queued).flatMap((one) => pauseOf(one, queued, now)?.until ?? []);
  return ends.length > 0 ? Math.min(...ends) : null;
}
