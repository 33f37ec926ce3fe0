import type { Proof } from '@/client/features/driver/day/entered';
import { hasSignal } from '@/client/lib/connection';
import type { ActionQueue } from './action-queue';
import { toastWaiting } from './action-toasts';
import type { DeviceAction } from './device-action';
import type { ActionResult } from './send-result';

/** Performs a device action, and resolves with its result. */
export type PerformAction = (
  action: DeviceAction,
  about?: {
    publicCode?: string;
    photo?: string | null;
    proof?: Proof | null;
    /** The key of the draft that it was typed in, which is over. */
    draft?: string;
    /** Called as soon as it is on the device: a dialog that waited for the server would hold the driver up. */
    onStored?: () => void;
  },
) => Promise<ActionResult>;

/** `PerformAction` for one user. The queue itself tells what was sent or refused. */
export function performActionFor(queue: ActionQueue, userId: string): PerformAction {
  return async (action, about = {}) => {
    const { publicCode = null, photo, proof, draft, onStored } = about;
    const kept = { draft, onStored };
    const result = await queue.perform(userId, publicCode, action, photo, proof, kept);
    if (result.kind === 'waiting') {
      const isStored = !queue.isStorageFailing();
      toastWaiting({ isStored, hasSignal: hasSignal(), until: result.until });
    }
    return result;
  };
}
