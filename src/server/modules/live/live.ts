import type { Db } from '@/db/client';
import { OWN_NETWORK_FACTOR } from '@/domain/limits';
import {
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
/** The same after a write of this process, which others of its pages may wait for. */
const POLL_AFTER_WRITE_MS = 100;
/** The most changes of one read. */
const AT_ONCE = 1_000;
/** The most pages that one process tells; further pages poll instead. */
const MOST_LISTENERS = 5_000;
/**
 * Pages that hear only what everyone may know are told in turn, this many at a time with a pause after
 * them: 2,500 a second. So a crowd of pages doesn't hold up bookings, nor fetch all at the same moment.
 */
const TOLD_AT_ONCE = 50;
const PAUSE_BETWEEN_MS = 20;
/** The most pages of one address, so that one machine cannot take the places of all others. */
const MOST_OF_AN_ADDRESS = 100;

/** An open page, which sleeps until there is something to look at. */
class Listener {
  #isWoken = false;
  #wake = () => {};

  constructor(
    readonly address: string,
    readonly actor: Actor,
  ) {}

  readonly wake = (): void => {
    this.#isWoken = true;
    this.#wake();
  };

  /** Resolves once it was woken since the last time. */
  async woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isWoken = false;
  }
}

/** Starts without listeners; the first one starts the reading of the changes, the last one ends it. */
export function createLive(db: Db, log: Log, limitFactor = 1): Live {
  const listeners = new Set<Listener>();
  let closed = false;
  let seq = 0;
  /** The latest changes; a listener that missed older ones is told every topic. */
  let recent: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let starting: Promise<void> | null = null;
  let polling: Promise<void> | null = null;
  /** The pages that wait for their turn to be told, in order. */
  const inTurn = new Set<Listener>();
  let turn: ReturnType<typeof setTimeout> | null = null;
  /** This process wrote since the last read began. */
  let hasWritten = false;

  db.onWrite(() => {
    if (!timer || hasWritten) return;
    hasWritten = true;
    if (polling) return;
    clearTimeout(timer);
    timer = setTimeout(poll, POLL_AFTER_WRITE_MS);
  });

  /** Reads the new changes and wakes the listeners. Calls at the same time share one read. */
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
      log.warn('the changes could not be read', errorFields(error));
    }
    const pauseMs = hasWritten ? POLL_AFTER_WRITE_MS : POLL_MS;
    timer = closed || listeners.size === 0 ? null : setTimeout(poll, pauseMs);
  }

  /** Wakes the pages that a change concerns alone, and lets all others wait for their turn. */
  function tell(found: readonly Change[]): void {
    const concerns = ({ actor }: Listener) =>
      found.some((change) => topicsOf(change, actor).some((topic) => !isPublic(topic)));
    for (const listener of listeners) {
      if (concerns(listener)) listener.wake();
      else inTurn.add(listener);
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

  /** Starts to poll from now on, unless a listener has started it already. */
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

  /** The topics of the changes after number `from` that concern the actor. */
  function newsSince(from: number, actor: Actor): LiveNews {
    const oldest = recent[0]?.seq ?? seq + 1;
    // Changes that are no longer kept, or a number of another database (one restored from a backup).
    if (from + 1 < oldest && from !== seq) return { seq, topics: [...LIVE_TOPICS] };
    if (from > seq) return { seq, topics: [...LIVE_TOPICS] };
    const topics = new Set<LiveTopic>();
    for (const change of recent) {
      if (change.seq > from) for (const topic of topicsOf(change, actor)) topics.add(topic);
    }
    return { seq, topics: [...topics] };
  }

  /** Whether one more page of the address may listen; an own network stands for many people. */
  function hasRoom({ text, isOwnNetwork }: Listening['from']): boolean {
    if (closed || listeners.size >= MOST_LISTENERS) return false;
    if (limitFactor === 0) return true;
    const most = MOST_OF_AN_ADDRESS * limitFactor * (isOwnNetwork ? OWN_NETWORK_FACTOR : 1);
    return [...listeners].filter((listener) => listener.address === text).length < most;
  }

  /** Counts a page from this moment on, so that a crowd of requests cannot pass the limit together. */
  function enter(actor: Actor, { from, signal }: Listening): Listener {
    const listener = new Listener(from.text, actor);
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
      // A page that reconnects is told the changes it missed at once, not at the next poll.
      if (after !== null && after <= seq) await poll();
      let told = after ?? seq;
      let first: LiveTopic[] | null = after === null ? topicsOfWork(actor) : [];
      while (!closed && !signal.aborted) {
        const news = newsSince(told, actor);
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

  return {
    listen: (actor, listening) =>
      hasRoom(listening.from) ? stream(actor, enter(actor, listening), listening) : null,
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      if (turn) clearTimeout(turn);
      for (const listener of listeners) listener.wake();
    },
  };
}
