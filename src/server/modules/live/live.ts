import type { Db } from '@/db/client';
import { OWN_NETWORK_FACTOR } from '@/domain/limits';
import {
  concernsDelivery,
  type FollowedDelivery,
  isPublic,
  LIVE_TOPICS,
  type LiveTopic,
  topicsOf,
  topicsOfWork,
} from '@/domain/live/topics';
import type { Actor } from '@/domain/roles';
import type { Listening, Live, LiveNews } from '@/server/config/live';
import { errorFields, type Log } from '@/server/config/log';
import { type Change, changesAfter, newestChange } from './changes.repository';

/** The pause between two reads of the changes, which all listeners share. */
const POLL_MS = 1_000;
/** The pause after a write by this process, because its own pages may be waiting for the change. */
const POLL_AFTER_WRITE_MS = 100;
/** Maximum number of changes in one read. */
const AT_ONCE = 1_000;
/** Maximum number of pages that one process notifies. Further pages poll instead. */
const MOST_LISTENERS = 5_000;
/**
 * Pages that only listen to public topics are notified in groups of this size, with a pause between
 * them. That's 2,500 pages a second. So a large number of pages doesn't slow down bookings, and
 * they don't all reload at the same moment.
 */
const TOLD_AT_ONCE = 50;
const PAUSE_BETWEEN_MS = 20;
/** Maximum number of pages per address, so that one machine can't take all the connections. */
const MOST_OF_AN_ADDRESS = 100;
/** Maximum number of open pages of one delivery, whose link may be shared with anyone. */
const MOST_OF_A_DELIVERY = 20;

/** Returns the topics of a change that a page may receive. */
type TopicsFor = (change: Change) => readonly LiveTopic[];

/** An open page that waits until there is something to read. */
class Listener {
  #isWoken = false;
  #wake = () => {};

  constructor(
    readonly address: string,
    readonly topicsFor: TopicsFor,
    readonly appointmentId: string | null = null,
  ) {}

  readonly wake = (): void => {
    this.#isWoken = true;
    this.#wake();
  };

  /** Resolves if `wake` was called since the last time, or when it's called. */
  async woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isWoken = false;
  }
}

/** Creates the live updates. The first listener starts the polling, and the last one stops it. */
export function createLive(db: Db, log: Log, limitFactor = 1): Live {
  const listeners = new Set<Listener>();
  let closed = false;
  let seq = 0;
  /** The latest changes. A listener that missed older ones gets every topic. */
  let recent: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let starting: Promise<void> | null = null;
  let polling: Promise<void> | null = null;
  /** The pages waiting to be notified, in order. */
  const inTurn = new Set<Listener>();
  let turn: ReturnType<typeof setTimeout> | null = null;
  /** True if this process wrote since the last read started. */
  let hasWritten = false;

  db.onWrite(() => {
    if (!timer || hasWritten) return;
    hasWritten = true;
    if (polling) return;
    clearTimeout(timer);
    timer = setTimeout(poll, POLL_AFTER_WRITE_MS);
  });

  /** Reads the new changes and wakes the listeners. Concurrent calls share one read. */
  function poll(): Promise<void> {
    polling ??= read().finally(() => {
      polling = null;
    });
    return polling;
  }

  async function read() {
    if (timer) clearTimeout(timer);
    hasWritten = false;
    try {
      const found = await changesAfter(db.orm, seq, AT_ONCE);
      if (found.length > 0) {
        seq = found.at(-1)?.seq ?? seq;
        recent = [...recent, ...found].slice(-AT_ONCE);
        tell(found);
      }
    } catch (error) {
      log.warn("couldn't read the changes", errorFields(error));
    }
    const pauseMs = hasWritten ? POLL_AFTER_WRITE_MS : POLL_MS;
    timer = closed || listeners.size === 0 ? null : setTimeout(poll, pauseMs);
  }

  /** Immediately wakes the pages that a change is about, and queues all others. */
  function tell(found: readonly Change[]): void {
    const concerns = ({ topicsFor }: Listener) =>
      found.some((change) => topicsFor(change).some((topic) => !isPublic(topic)));
    for (const listener of listeners) {
      if (concerns(listener)) listener.wake();
      else if (listener.appointmentId === null) inTurn.add(listener);
    }
    turn ??= setTimeout(tellNext, 0);
  }

  function tellNext(): void {
    for (const listener of [...inTurn.values().take(TOLD_AT_ONCE)]) {
      inTurn.delete(listener);
      listener.wake();
    }
    turn = inTurn.size === 0 ? null : setTimeout(tellNext, PAUSE_BETWEEN_MS);
  }

  /** Starts polling from now on, unless another listener already has. */
  function start(): Promise<void> {
    if (timer) return Promise.resolve();
    starting ??= newestChange(db.orm)
      .then((newest) => {
        seq = newest;
        recent = [];
        timer = setTimeout(poll, POLL_MS);
      })
      .finally(() => {
        starting = null;
      });
    return starting;
  }

  /** Returns the topics of the changes after number `from` that a page may receive. */
  function newsSince(from: number, topicsFor: TopicsFor): LiveNews {
    const oldest = recent[0]?.seq ?? seq + 1;
    // The changes after that number were deleted, or the number is from another database, for
    // example from before a restore.
    if (from + 1 < oldest && from !== seq) return { seq, topics: [...LIVE_TOPICS] };
    if (from > seq) return { seq, topics: [...LIVE_TOPICS] };
    const topics = new Set<LiveTopic>();
    for (const change of recent) {
      if (change.seq > from) for (const topic of topicsFor(change)) topics.add(topic);
    }
    return { seq, topics: [...topics] };
  }

  /**
   * True if one more page from this address may listen. Many people may share an address in our own
   * network.
   */
  function hasRoom({ text, isOwnNetwork }: Listening['from']): boolean {
    if (closed || listeners.size >= MOST_LISTENERS) return false;
    if (limitFactor === 0) return true;
    const most = MOST_OF_AN_ADDRESS * limitFactor * (isOwnNetwork ? OWN_NETWORK_FACTOR : 1);
    return [...listeners].filter((listener) => listener.address === text).length < most;
  }

  /** Counts a page immediately, so that concurrent requests can't exceed the limit together. */
  function enter(listener: Listener, signal: AbortSignal): Listener {
    const leave = () => {
      listeners.delete(listener);
      inTurn.delete(listener);
      listener.wake();
    };
    if (!signal.aborted) listeners.add(listener);
    signal.addEventListener('abort', leave, { once: true });
    return listener;
  }

  async function* stream(actor: Actor, listener: Listener, { after, signal }: Listening) {
    try {
      await start();
      // A page that reconnects gets the changes that it missed immediately, not only at the next
      // poll.
      if (after !== null && after <= seq) await poll();
      let told = after ?? seq;
      let first: LiveTopic[] | null = after === null ? topicsOfWork(actor) : [];
      while (!closed && !signal.aborted) {
        const news = newsSince(told, listener.topicsFor);
        told = news.seq;
        if (first) yield { seq: told, topics: [...new Set([...first, ...news.topics])] };
        else if (news.topics.length > 0) yield news;
        first = null;
        await listener.woken();
      }
    } finally {
      listeners.delete(listener);
      inTurn.delete(listener);
    }
  }

  async function* streamOfDelivery(listener: Listener, signal: AbortSignal) {
    try {
      await start();
      // The delivery may have changed before the changes were read for the first time.
      listener.wake();
      while (!closed && !signal.aborted) {
        await listener.woken();
        if (!closed && !signal.aborted) yield;
      }
    } finally {
      listeners.delete(listener);
    }
  }

  function follow(delivery: FollowedDelivery, { from, signal }: Omit<Listening, 'after'>) {
    const { appointmentId } = delivery;
    const ofDelivery = [...listeners].filter((one) => one.appointmentId === appointmentId);
    if (ofDelivery.length >= MOST_OF_A_DELIVERY || !hasRoom(from)) return null;
    const topicsFor: TopicsFor = (change) =>
      concernsDelivery(change, delivery) ? ['own-appointments'] : [];
    const listener = new Listener(from.text, topicsFor, appointmentId);
    return streamOfDelivery(enter(listener, signal), signal);
  }

  return {
    listen(actor, listening) {
      const { from, signal } = listening;
      if (!hasRoom(from)) return null;
      const listener = new Listener(from.text, (change) => topicsOf(change, actor));
      return stream(actor, enter(listener, signal), listening);
    },
    follow,
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      if (turn) clearTimeout(turn);
      for (const listener of listeners) listener.wake();
    },
  };
}
