import type { ActionStore } from './action-queue';
import type { ActionChanges, QueuedAction } from './device-action';

/** Numbers of actions in memory come after every number of the stored ones. */
const FIRST_SEQ = 2 ** 40;

/**
 * A store that holds in memory what the browser cannot store (no room, a private window), so that it is
 * sent all the same while the page stays open.
 */
export function withMemory(stored: Omit<ActionStore, 'isFailing'>): ActionStore {
  let held: QueuedAction[] = [];
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

  return {
    isFailing: () => failing,
    all: async () => [...(await orElse(stored.all(), (): QueuedAction[] => [])), ...held],
    add: (actions) =>
      orElse(stored.add(actions), () => {
        for (const action of actions) {
          held.push({ ...action, seq });
          seq += 1;
        }
      }),
    async remove(seqs) {
      held = held.filter((one) => !seqs.includes(one.seq));
      const rest = seqs.filter((which) => !isHeld(which));
      if (rest.length > 0) await stored.remove(rest);
    },
    async change(which: number, changes: ActionChanges) {
      if (!isHeld(which)) return stored.change(which, changes);
      held = held.map((one) => (one.seq === which ? { ...one, ...changes } : one));
    },
  };
}
