import { isOnline } from '@/client/lib/connection';
import { newId } from '@/client/lib/new-id';
import { api } from '@/client/lib/trpc';
import { createActionQueue } from './action-queue';
import { isTripOver } from './device-action';
import { exclusivelyFor } from './exclusively';
import { outboxOf } from './outboxes';
import { sendAction } from './send-action';

/**
 * Sends a driver's unsent actions in their own session, before that session ends. Tries each action
 * once. Actions that fail stay on the device. Never throws.
 */
export async function sendOutbox(userId: string): Promise<void> {
  const queue = createActionQueue({
    store: outboxOf(userId),
    send: (one, all) => sendAction(api, one, isTripOver(one, all)),
    onDone: () => {},
    onRefused: () => {},
    exclusively: exclusivelyFor(userId),
    isOnline,
    newKey: newId,
    now: () => new Date(),
  });
  await queue.flush().catch(() => false);
}
