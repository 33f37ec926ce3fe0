import type { Proof } from '@/client/features/driver/day/entered';
import {
  type ActionChanges,
  agreedTo,
  type DeviceAction,
  type QueuedAction,
  replaces,
  threadOf,
} from './device-action';
import { firstPauseEnd, nextToSend, pauseOf } from './next-to-send';
import type { ActionResult, SendOutcome, SendResult } from './send-result';

/** The storage of the queue: IndexedDB, or memory in a test. */
export type ActionStore = {
  all(): Promise<QueuedAction[]>;
  /** Adds actions, and removes the draft with this key that they were typed in. */
  add(actions: readonly Omit<QueuedAction, 'seq'>[], draft?: string | null): Promise<void>;
  remove(seqs: readonly number[]): Promise<void>;
  change(seq: number, changes: ActionChanges): Promise<void>;
  /** True after the browser failed to store an action, which is then only in memory. */
  isFailing(): boolean;
};

export type ActionQueueParts = {
  store: ActionStore;
  /** Sends an action. `all` is the whole queue. */
  send(queued: QueuedAction, all: readonly QueuedAction[]): Promise<SendResult>;
  /**
   * Called when the server has the action, before it leaves the queue, so that the screen doesn't
   * flicker.
   */
  onDone(queued: QueuedAction, outcome: SendOutcome): void;
  onRefused(queued: QueuedAction): void;
  /** Runs one `work` at a time across all tabs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** False if the device itself reports no connection. */
  isOnline(): boolean;
  newKey(): string;
  now(): Date;
};

/** Without an answer after this long, `perform` resolves with `waiting`. */
const ANSWER_WITHIN_MS = 6_000;

/** After this many sends without an answer, an action no longer blocks the others. */
const MOST_SILENCES = 3;

/**
 * Stores the driver's actions until the server has them. Every action is saved first and then sent,
 * one at a time, even with signal. So the code that prevents losses is used all day.
 */
export function createActionQueue(parts: ActionQueueParts) {
  const { store } = parts;
  let queued: readonly QueuedAction[] = [];
  const listeners = new Set<() => void>();
  /** Pending calls of `perform`, by action key. */
  const callers = new Map<string, (result: ActionResult) => void>();
  let running: Promise<boolean> | null = null;
  /** How many times each action was sent without an answer, by action key. */
  const silences = new Map<string, number>();

  async function refresh() {
    queued = await store.all();
    for (const listener of listeners) listener();
  }

  function answer(key: string, result: ActionResult) {
    callers.get(key)?.(result);
    callers.delete(key);
  }

  /** Resolves calls whose actions another tab has sent. */
  async function answerSentElsewhere(all: readonly QueuedAction[]) {
    await refresh();
    for (const key of callers.keys()) {
      if (all.every(({ actionKey }) => actionKey !== key)) {
        answer(key, { kind: 'done', customerNotified: null });
      }
    }
  }

  /** Sends everything it can, in order. Returns false if any action has to wait. */
  async function sendAll(): Promise<boolean> {
    if (!parts.isOnline()) return false;
    const failed = new Set<string>();
    for (;;) {
      const all = await store.all();
      const now = parts.now().getTime();
      const next = nextToSend(all, { failed, now });
      if (!next) {
        await answerSentElsewhere(all);
        return failed.size === 0 && firstPauseEnd(all, now) === null;
      }
      const { actionKey } = next;
      if (!next.isTried) await store.change(next.seq, { isTried: true });
      const result = await parts.send(next, all);
      if (result.kind === 'later') {
        const count = (silences.get(actionKey) ?? 0) + 1;
        silences.set(actionKey, count);
        // Either the connection is down, or only this action fails. After a few tries, the next
        // action is tried.
        if (count <= MOST_SILENCES) return false;
        failed.add(threadOf(next));
        answerAsWaiting(actionKey);
        continue;
      }
      silences.delete(actionKey);
      if (result.kind === 'failed') failed.add(threadOf(next));
      await settle(next, result);
      await refresh();
      if (result.kind === 'failed' || result.kind === 'limited') answerAsWaiting(actionKey);
      else answer(actionKey, result);
    }
  }

  /** Saves the server's answer to an action. */
  async function settle(sent: QueuedAction, result: Exclude<SendResult, { kind: 'later' }>) {
    if (result.kind === 'done') {
      parts.onDone(sent, result);
      await store.remove([sent.seq]);
    } else if (result.kind === 'failed') {
      await store.change(sent.seq, { tries: (sent.tries ?? 0) + 1, failure: result.failure });
    } else if (result.kind === 'asked') {
      await store.change(sent.seq, { asked: result.asked });
    } else if (result.kind === 'limited') {
      const from = parts.now().getTime();
      await store.change(sent.seq, { pause: { from, until: from + result.waitMs } });
    } else {
      const { refusal, isKept } = result;
      await store.change(sent.seq, { refusal, isKept });
      parts.onRefused({ ...sent, refusal, isKept });
    }
  }

  /** Tries to send everything. Resolves with true if no action is left waiting. */
  function flush(): Promise<boolean> {
    running ??= parts.exclusively(sendAll).finally(() => {
      running = null;
    });
    return running;
  }

  function answerAsWaiting(key: string) {
    const one = queued.find(({ actionKey }) => actionKey === key);
    const pause = one && pauseOf(one, queued, parts.now().getTime());
    answer(key, { kind: 'waiting', ...(pause && { until: pause.until }) });
  }

  function answerAllAsWaiting() {
    for (const key of [...callers.keys()]) answerAsWaiting(key);
  }

  return {
    list: () => queued,
    isStorageFailing: () => store.isFailing(),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    flush,

    /**
     * Saves an action and sends it. Its photo and its proof become separate actions.
     *
     * @returns the action's result, or `waiting` after 6 seconds
     * @param draft the key of the draft to remove with the same write
     * @param onStored called once the device has stored the action, before any answer
     */
    async perform(
      userId: string,
      publicCode: string | null,
      action: DeviceAction,
      photo: string | null = null,
      proof: Proof | null = null,
      {
        draft = null,
        onStored,
      }: { draft?: string | null; onStored?: (() => void) | undefined } = {},
    ): Promise<ActionResult> {
      const shared = { userId, publicCode, refusal: null, pressedAt: parts.now().toISOString() };
      const actionKey = parts.newKey();
      const first = { ...shared, actionKey, afterKey: null, action };
      const pictures = picturesOf(action, actionKey, { photo, proof }).map((picture) => ({
        ...shared,
        actionKey: parts.newKey(),
        afterKey: actionKey,
        action: picture,
      }));
      const outdated = queued.filter((one) => replaces(action, one));
      await store.add([first, ...pictures], draft);
      if (outdated.length > 0) await store.remove(outdated.map(({ seq }) => seq));
      await refresh();
      onStored?.();
      const result = new Promise<ActionResult>((resolve) => {
        callers.set(actionKey, resolve);
        setTimeout(() => answerAsWaiting(actionKey), ANSWER_WITHIN_MS);
      });
      // A run in progress may have read the queue before this action was added, so another run
      // follows.
      void (running ? running.then(flush) : flush()).then((all) => all || answerAllAsWaiting());
      return result;
    },

    /**
     * Removes a waiting action and its pictures from the queue.
     *
     * @returns null if it was already sent. `wasTried` means it may have reached the server.
     */
    undo(key: string): Promise<{ wasTried: boolean } | null> {
      return parts.exclusively(async () => {
        const all = await store.all();
        const undone = all.find((one) => one.actionKey === key && one.refusal === null);
        if (undone) {
          const withPictures = all.filter((one) => one === undone || one.afterKey === key);
          await store.remove(withPictures.map(({ seq }) => seq));
        }
        await refresh();
        return undone ? { wasTried: undone.isTried === true } : null;
      });
    },

    /** Sends an action at the price the server asked about, and then the actions that follow it. */
    async agree(one: QueuedAction): Promise<void> {
      await store.change(one.seq, agreedTo(one));
      await refresh();
      void flush();
    },

    /** Hands over to staff an action that keeps failing on the server. */
    async handOver({ seq, failure }: QueuedAction): Promise<void> {
      await store.change(seq, { handedOverFor: failure ?? 'The server didn’t accept it.' });
      await refresh();
      void flush();
    },

    /** Removes refused actions and their photos. */
    async discard(keys: readonly string[]): Promise<void> {
      const all = await store.all();
      const discarded = all.filter(
        ({ actionKey, afterKey }) => keys.includes(actionKey) || keys.includes(afterKey ?? ''),
      );
      await store.remove(discarded.map(({ seq }) => seq));
      await refresh();
    },
  };
}

export type ActionQueue = ReturnType<typeof createActionQueue>;

/** An action's pictures, as separate actions that are sent after it. */
function picturesOf(
  action: DeviceAction,
  key: string,
  { photo, proof }: { photo: string | null; proof: Proof | null },
): DeviceAction[] {
  // If a delivery wasn't made, a report to staff is created as well.
  if (action.kind === 'report' || action.kind === 'spill' || action.kind === 'notDelivered') {
    return photo ? [{ kind: 'reportPhoto', reportKey: key, photo }] : [];
  }
  if (action.kind !== 'complete') return [];
  const base = { kind: 'completePhoto', id: action.id } as const;
  return [
    ...(photo ? [{ ...base, photo }] : []),
    ...(proof ? [{ ...base, photo: proof.photo, proof: proof.kind }] : []),
  ];
}
