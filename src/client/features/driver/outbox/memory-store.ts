import type { ActionStore } from './action-queue';
import { type ActionChanges, isPhoto, type QueuedAction, threadOf } from './device-action';

/** Numbers of actions in memory come after every number of the stored ones. */
const FIRST_SEQ = 2 ** 40;

/**
 * A store that holds in memory what the browser cannot store (no room, a private window, a database that it
 * closed), so that the page sends it all the same while it stays open. The store still knows the stored
 * actions, and holds their changes in memory where it cannot write them.
 */
export function withMemory(stored: Omit<ActionStore, 'isFailing'>): ActionStore {
  /** The stored actions as they were read last. */
  let known: QueuedAction[] = [];
  let held: QueuedAction[] = [];
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
  const isHeld = (which: number) => which >= FIRST_SEQ;
  const hold = (action: Omit<QueuedAction, 'seq'>) => {
    held.push({ ...action, seq });
    seq += 1;
  };
  /** An action that follows one in memory stays behind it. */
  const followsHeld = (action: Omit<QueuedAction, 'seq'>) =>
    held.some((earlier) => !isPhoto(earlier) && threadOf(earlier) === threadOf(action));

  return {
    isFailing: () => failing,
    async all() {
      known = await orElse(stored.all(), () => known);
      const left = known.filter((one) => !unremoved.has(one.seq));
      return [...left.map((one) => ({ ...one, ...unwritten.get(one.seq) })), ...held];
    },
    async add(actions, draft) {
      if (!actions.some(followsHeld)) {
        const isStored = await orElse(
          stored.add(actions, draft).then(() => true),
          () => false,
        );
        if (isStored) return;
      }
      // The figures may fit where their photo does not.
      for (const action of actions) {
        if (followsHeld(action)) hold(action);
        else await orElse(stored.add([action], draft), () => hold(action));
      }
    },
    async remove(seqs) {
      held = held.filter((one) => !seqs.includes(one.seq));
      const rest = seqs.filter((which) => !isHeld(which));
      const note = () => {
        for (const which of rest) unremoved.add(which);
      };
      if (rest.length > 0) await orElse(stored.remove(rest), note);
    },
    async change(which: number, changes: ActionChanges) {
      if (!isHeld(which)) {
        const note = () => {
          unwritten.set(which, { ...unwritten.get(which), ...changes });
        };
        return orElse(stored.change(which, changes), note);
      }
      held = held.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  };
}
