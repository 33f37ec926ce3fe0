import { type DriverAction, type KeptAction, nextToSend } from './actions';

/** Where actions are kept; IndexedDB, or memory in a test. */
export type ActionStore = {
  all(): Promise<KeptAction[]>;
  keep(actions: readonly Omit<KeptAction, 'seq'>[]): Promise<void>;
  drop(seqs: readonly number[]): Promise<void>;
  refuse(seq: number, sentence: string): Promise<void>;
};

/** What became of one send. `later`: nobody knows, or not now; it stays and is sent again. */
export type Sent =
  | { kind: 'done'; customerNotified: boolean | null }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later' };

export type Outcome = Sent | { kind: 'waiting' };

export type OutboxParts = {
  store: ActionStore;
  send(kept: KeptAction): Promise<Sent>;
  /** The server has it; called while it is still in the list, so that nothing flickers. */
  onDone(kept: KeptAction, customerNotified: boolean | null): void;
  onRefused(kept: KeptAction): void;
  /** Runs at most one of these in all tabs at once. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  newKey(): string;
  now(): Date;
};

/** How long whoever pressed is kept waiting before they are told that it waits for signal. */
const PATIENCE_MS = 6_000;

/**
 * Keeps what a driver does until the server has it. Everything goes through here, with signal too,
 * so there is one way, and it is the one that loses nothing: kept first, then sent, one at a time.
 */
export function createOutbox(parts: OutboxParts) {
  const { store } = parts;
  let shown: readonly KeptAction[] = [];
  const listeners = new Set<() => void>();
  const settled = new Map<string, (outcome: Outcome) => void>();
  let running: Promise<boolean> | null = null;

  async function refresh() {
    shown = await store.all();
    for (const listener of listeners) listener();
  }

  function settle(key: string, outcome: Outcome) {
    settled.get(key)?.(outcome);
    settled.delete(key);
  }

  /** What another tab has sent meanwhile is gone here too. */
  async function noteSentElsewhere(all: readonly KeptAction[]) {
    await refresh();
    for (const key of settled.keys()) {
      if (all.every((one) => one.key !== key)) {
        settle(key, { kind: 'done', customerNotified: null });
      }
    }
  }

  /** Sends what can be sent, in order; false when something has to wait. */
  async function sendAll(): Promise<boolean> {
    for (;;) {
      const all = await store.all();
      const next = nextToSend(all);
      if (!next) {
        await noteSentElsewhere(all);
        return true;
      }
      const sent = await parts.send(next);
      if (sent.kind === 'later') return false;
      if (sent.kind === 'done') {
        parts.onDone(next, sent.customerNotified);
        await store.drop([next.seq]);
      } else {
        await store.refuse(next.seq, sent.sentence);
        parts.onRefused({ ...next, refusal: sent.sentence });
      }
      await refresh();
      settle(next.key, sent);
    }
  }

  /** Tries to send everything; whether nothing is left waiting. */
  function flush(): Promise<boolean> {
    running ??= parts.alone(sendAll).finally(() => {
      running = null;
    });
    return running;
  }

  /** Tells whoever waits that it takes longer. */
  function giveUpWaiting() {
    for (const key of [...settled.keys()]) settle(key, { kind: 'waiting' });
  }

  return {
    list: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    flush,

    /**
     * Keeps an action, and one that must come after it, and sends them. Resolves once the first one
     * is answered, or with `waiting` when that takes longer than people should look at a button.
     * Throws when the browser could not keep it: then nothing was done.
     */
    async perform(
      userId: string,
      publicCode: string | null,
      action: DriverAction,
      photo: string | null = null,
    ): Promise<Outcome> {
      const kept = { userId, publicCode, refusal: null, pressedAt: parts.now().toISOString() };
      const key = parts.newKey();
      const first = { ...kept, key, after: null, action };
      const photoAction = photo && photoOf(action, key, photo);
      const second = photoAction && {
        ...kept,
        key: parts.newKey(),
        after: key,
        action: photoAction,
      };
      // Only the last order of the stops matters.
      const stale = shown.filter(
        (one) => action.kind === 'order' && one.action.kind === 'order' && one.refusal === null,
      );
      await store.keep(second ? [first, second] : [first]);
      if (stale.length > 0) await store.drop(stale.map(({ seq }) => seq));
      await refresh();
      const outcome = new Promise<Outcome>((resolve) => {
        settled.set(key, resolve);
        setTimeout(() => settle(key, { kind: 'waiting' }), PATIENCE_MS);
      });
      // A run under way may have looked before this one was kept.
      void (running ? running.then(flush) : flush()).then((all) => all || giveUpWaiting());
      return outcome;
    },

    /** Takes away what the server refused, and the photos that belong to it. */
    async discard(key: string): Promise<void> {
      const all = await store.all();
      await store.drop(
        all.filter((one) => one.key === key || one.after === key).map(({ seq }) => seq),
      );
      await refresh();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

function photoOf(action: DriverAction, key: string, photo: string): DriverAction | null {
  if (action.kind === 'complete') return { kind: 'completePhoto', id: action.id, photo };
  if (action.kind === 'report') return { kind: 'reportPhoto', reportKey: key, photo };
  return null;
}
