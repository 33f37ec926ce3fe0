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

/**
 * Calls `listener` each time an action leaves an outbox. Returns the function that unsubscribes.
 */
export function onLeftOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A user's outbox: the actions on this device that the server doesn't have yet. Each user has one
 * per page, so actions in memory survive the end of a session.
 */
export function outboxOf(userId: string): ActionStore {
  const existing = outboxes.get(userId);
  if (existing) return existing;
  const outbox = withMemory({
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
  outboxes.set(userId, outbox);
  return outbox;
}

/** The queued actions of all users of this device. */
export async function allQueued(): Promise<QueuedAction[]> {
  const stored = await queuedActions().catch(() => []);
  const users = new Set([...stored.map(({ userId }) => userId), ...outboxes.keys()]);
  const all = await Promise.all([...users].map((userId) => outboxOf(userId).all()));
  return all.flat();
}
