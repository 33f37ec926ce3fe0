import type { Db } from '@/db/client';
import { LIVE_TOPICS, type LiveTopic, topicsOf } from '@/domain/live/topics';
import type { Actor } from '@/domain/roles';
import { errorFields, type Log } from '@/server/log';
import { type Change, changesAfter, newestChange } from './changes.repository';

/** How often the changes are looked at while somebody listens; all listeners share the look. */
const POLL_MS = 400;
/** Changes read in one look. */
const AT_ONCE = 1_000;
/** Pages one process tells; the others keep asking by themselves. */
const MOST_LISTENERS = 5_000;

/** Topics that changed, and the number of the newest change they cover. */
export type LiveNews = { seq: number; topics: LiveTopic[] };

/** Tells listening pages which topics changed, whichever process changed them. */
export type Live = {
  /**
   * Begins with an empty message, or with what was missed since `after`; ends with the signal or
   * when the server stops. Null when there are too many listeners.
   */
  listen(actor: Actor, after: number | null, signal: AbortSignal): AsyncGenerator<LiveNews> | null;
  /** Ends every listener's stream. */
  close(): void;
};

type Listener = { wake(): void };

export function createLive(db: Db, log: Log): Live {
  const listeners = new Set<Listener>();
  let closed = false;
  let seq = 0;
  /** The latest changes; a listener that slept past them is told everything. */
  let recent: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let starting: Promise<void> | null = null;
  let looking: Promise<void> | null = null;

  /** Reads what changed and wakes the listeners; who asks while it is read shares the answer. */
  function look(): Promise<void> {
    looking ??= read().finally(() => {
      looking = null;
    });
    return looking;
  }

  async function read() {
    if (timer) clearTimeout(timer);
    try {
      const found = await changesAfter(db.orm, seq, AT_ONCE);
      if (found.length > 0) {
        seq = found.at(-1)?.seq ?? seq;
        recent = [...recent, ...found].slice(-AT_ONCE);
        for (const listener of listeners) listener.wake();
      }
    } catch (error) {
      log.warn('the changes could not be read', errorFields(error));
    }
    timer = closed || listeners.size === 0 ? null : setTimeout(look, POLL_MS);
  }

  /** Begins to look, from now, unless somebody made it look already. */
  function start(): Promise<void> {
    if (timer) return Promise.resolve();
    starting ??= newestChange(db.orm)
      .then((newest) => {
        seq = newest;
        recent = [];
        timer = setTimeout(look, POLL_MS);
      })
      .finally(() => {
        starting = null;
      });
    return starting;
  }

  /** What the actor should hear of the changes after `from`. */
  function newsSince(from: number, actor: Actor): LiveNews {
    const oldest = recent[0]?.seq ?? seq + 1;
    // Numbers we have not kept, or that are not ours (a database put back from a backup).
    if (from + 1 < oldest && from !== seq) return { seq, topics: [...LIVE_TOPICS] };
    if (from > seq) return { seq, topics: [...LIVE_TOPICS] };
    const topics = new Set<LiveTopic>();
    for (const change of recent) {
      if (change.seq > from) for (const topic of topicsOf(change, actor)) topics.add(topic);
    }
    return { seq, topics: [...topics] };
  }

  async function* stream(actor: Actor, after: number | null, signal: AbortSignal) {
    let wake = () => {};
    let woken = false;
    const listener = {
      wake() {
        woken = true;
        wake();
      },
    };
    listeners.add(listener);
    signal.addEventListener('abort', listener.wake);
    try {
      await start();
      // Who was away hears at once what was missed, not at the next look.
      if (after !== null && after <= seq) await look();
      let told = after ?? seq;
      let isFirst = true;
      while (!closed && !signal.aborted) {
        const news = newsSince(told, actor);
        told = news.seq;
        if (isFirst || news.topics.length > 0) yield news;
        isFirst = false;
        if (!woken) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        woken = false;
      }
    } finally {
      listeners.delete(listener);
      signal.removeEventListener('abort', listener.wake);
    }
  }

  return {
    listen: (actor, after, signal) =>
      closed || listeners.size >= MOST_LISTENERS ? null : stream(actor, after, signal),
    close() {
      closed = true;
      if (timer) clearTimeout(timer);
      for (const listener of listeners) listener.wake();
    },
  };
}
