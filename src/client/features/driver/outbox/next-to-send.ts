import {
  isPhoto,
  isSetAside,
  type Pause,
  type QueuedAction,
  threadOf,
  waitingActions,
} from './device-action';

type Run = {
  /** The threads in which an action failed just now; what follows in them waits. */
  failed?: ReadonlySet<string>;
  /** The device's clock (ms). */
  now?: number;
};

/**
 * The action to send next: actions in the order in which they were done, then photos, so that one bar of
 * signal carries the figures first, and last what the server failed at. A photo
 * waits until its action has been sent or is with staff. Null when nothing can be sent.
 */
export function nextToSend(
  queued: readonly QueuedAction[],
  { failed = new Set(), now = Date.now() }: Run = {},
): QueuedAction | null {
  const unsent = new Set(queued.filter(({ isKept }) => !isKept).map(({ actionKey }) => actionKey));
  const waiting = waitingActions(queued);
  const isPaused = (one: QueuedAction) => pauseOf(one, waiting, now) !== null;
  const held = waiting.filter((one) => isSetAside(one) || isPaused(one) || one.asked);
  const free = waiting.filter(
    (one) =>
      !failed.has(threadOf(one)) &&
      !one.asked &&
      !(one.afterKey && unsent.has(one.afterKey)) &&
      !isPaused(one) &&
      !follows(one, held),
  );
  const hopeful = free.filter((one) => !isSetAside(one));
  return hopeful.find((one) => !isPhoto(one)) ?? hopeful[0] ?? free[0] ?? null;
}

/** Whether an earlier action of its thread is among them: a delivery never goes before its walk-up. */
const follows = (one: QueuedAction, held: readonly QueuedAction[]) =>
  held.some(
    (earlier) => earlier.seq < one.seq && !isPhoto(earlier) && threadOf(earlier) === threadOf(one),
  );

/** The call that sends an action; the server counts each by itself. */
const callOf = ({ action, handedOverFor }: QueuedAction) =>
  handedOverFor === undefined ? action.kind : 'handOver';

/**
 * The pause in which this action is not sent: its own, or that of another one of its kind. A clock that
 * was turned back ends it.
 */
export function pauseOf(
  one: QueuedAction,
  queued: readonly QueuedAction[],
  now = Date.now(),
): Pause | null {
  const pauses = queued.flatMap((other) =>
    other.pause && other.refusal === null && callOf(other) === callOf(one) ? [other.pause] : [],
  );
  const inForce = pauses.filter(({ from, until }) => from <= now && now < until);
  return inForce.toSorted((a, b) => b.until - a.until)[0] ?? null;
}

/** The instant at which the first pause ends; null where none is in force. */
export function firstPauseEnd(queued: readonly QueuedAction[], now = Date.now()): number | null {
  const ends = waitingActions(queued).flatMap((one) => pauseOf(one, queued, now)?.until ?? []);
  return ends.length > 0 ? Math.min(...ends) : null;
}
