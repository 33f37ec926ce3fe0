import type { ActionStore } from './action-queue';
import type { QueuedAction } from './device-action';
import {
  addActions,
  changeAction,
  queuedActions,
  removeActions,
  requestPersistence,
} from './device-storage';
import { withMemory } from './memory-store';

const outboxes = new Map<string, ActionStore>();
const listeners = new Set<() => void>();

/** Calls back when something has left an outbox of this page. Returns what ends that. */
export function onLeftOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What a user performed on this device and the server does not have. There is one for the whole page, so
 * that what it holds in memory outlives the end of a session.
 */
export function outboxOf(userId: string): ActionStore {
  const found = outboxes.get(userId);
  if (found) return found;
  const made = withMemory({
    all: async () => (await queuedActions()).filter((one) => one.userId === userId),
    add: (actions, draft) => {
      requestPersistence();
      return addActions(actions, draft);
    },
    async remove(seqs) {
      await removeActions(seqs);
      for (const listener of listeners) listener();
    },
    change: changeAction,
  });
  outboxes.set(userId, made);
  return made;
}

/** The same of every user of this device. */
export async function allQueued(): Promise<QueuedAction[]> {
  const stored = await queuedActions().catch(() => []);
  const users = new Set([...stored.map(({ userId }) => userId), ...outboxes.keys()]);
  const all = await Promise.all([...users].map((userId) => outboxOf(userId).all()));
  return all.flat();
}
