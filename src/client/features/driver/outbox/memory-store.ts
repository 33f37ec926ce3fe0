import type { ActionStore } from './action-queue';
import { type ActionChanges, isPhoto, type QueuedAction, threadOf } from './device-action';

/** The number at which actions in memory start, so that they come after all stored ones. */
const FIRST_SEQ = 2 ** 40;

/**
 * A store that falls back to memory if the browser can't store an action (no room, a private
 * window, a closed database), so an open page can still send it. If stored actions can't be changed
 * or removed on disk, the changes are kept in memory too.
 */
export function withMemory(stored: Omit<ActionStore, 'isFailing'>): ActionStore {
  /** The stored actions at the last successful read. */
  let lastRead: QueuedAction[] = [];
  let inMemory: QueuedAction[] = [];
  const unwritten = new Map<number, ActionChanges>();
  const unremoved = new Set<number>();
  let failing = false;
  let seq = FIRST_SEQ;

  async function orElse<T>(work: Promise<T>, otherwise: () => T): Promise<T> {
    try {
      return await work;
    } catch {
      failing = true;
      return otherwise();
    }
  }
  const isInMemory = (which: number) => which >= FIRST_SEQ;
  const addToMemory = (action: Omit<QueuedAction, 'seq'>) => {
    inMemory.push({ ...action, seq });
    seq += 1;
  };
  /** True if an earlier action of the same thread is in memory. The order must be kept. */
  const followsInMemory = (action: Omit<QueuedAction, 'seq'>) =>
    inMemory.some((earlier) => !isPhoto(earlier) && threadOf(earlier) === threadOf(action));

  return {
    isFailing: () => failing,
    async all() {
      lastRead = await orElse(stored.all(), () => lastRead);
      const left = lastRead.filter((one) => !unremoved.has(one.seq));
      return [...left.map((one) => ({ ...one, ...unwritten.get(one.seq) })), ...inMemory];
    },
    async add(actions, draft) {
      if (!actions.some(followsInMemory)) {
        const isStored = await orElse(
          stored.add(actions, draft).then(() => true),
          () => false,
        );
        if (isStored) return;
      }
      // There may be room for the figures even if there's none for their photo.
      for (const action of actions) {
        if (followsInMemory(action)) addToMemory(action);
        else await orElse(stored.add([action], draft), () => addToMemory(action));
      }
    },
    async remove(seqs) {
      inMemory = inMemory.filter((one) => !seqs.includes(one.seq));
      const rest = seqs.filter((which) => !isInMemory(which));
      const note = () => {
        for (const which of rest) unremoved.add(which);
      };
      if (rest.length > 0) await orElse(stored.remove(rest), note);
    },
    async change(which: number, changes: ActionChanges) {
      if (!isInMemory(which)) {
        const note = () => {
          unwritten.set(which, { ...unwritten.get(which), ...changes });
        };
        return orElse(stored.change(which, changes), note);
      }
      inMemory = inMemory.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  };
}
