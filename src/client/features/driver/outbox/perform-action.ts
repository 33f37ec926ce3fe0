import type { Proof } from '@/client/features/driver/day/entered';
import { hasSignal } from '@/client/lib/connection';
import type { ActionQueue } from './action-queue';
import { toastWaiting } from './action-toasts';
import type { DeviceAction } from './device-action';
import type { ActionResult } from './send-result';

/** Performs a device action and resolves with its result. */
export type PerformAction = (
  action: DeviceAction,
  about?: {
    publicCode?: string;
    photo?: string | null;
    proof?: Proof | null;
    /** The key of the draft that's deleted together with the action. */
    draft?: string;
    /**
     * Called once the device has stored the action, so a dialog can close before the server
     * answers.
     */
    onStored?: () => void;
  },
) => Promise<ActionResult>;

/** `PerformAction` for one user. The queue shows the toasts for sent and refused actions. */
export function performActionFor(queue: ActionQueue, userId: string): PerformAction {
  return async (action, about = {}) => {
    const { publicCode = null, photo, proof, draft, onStored } = about;
    const options = { draft, onStored };
    const result = await queue.perform(userId, publicCode, action, photo, proof, options);
    if (result.kind === 'waiting') {
      const isStored = !queue.isStorageFailing();
      toastWaiting({ isStored, hasSignal: hasSignal(), until: result.until });
    }
    return result;
  };
}
