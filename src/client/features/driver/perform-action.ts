import type { ActionQueue, ActionResult } from './device-actions/action-queue';
import { toastWaiting } from './device-actions/action-toasts';
import type { DeviceAction } from './device-actions/device-action';
import type { Proof } from './entered';

/** Performs a device action, and resolves with its result. */
export type PerformAction = (
  action: DeviceAction,
  about?: {
    publicCode?: string;
    photo?: string | null;
    proof?: Proof | null;
    /** The key of the draft that it was typed in, which is over. */
    draft?: string;
  },
) => Promise<ActionResult>;

/** `PerformAction` for one user. The queue itself tells what was sent or refused. */
export function performActionFor(queue: ActionQueue, userId: string): PerformAction {
  return async (action, about = {}) => {
    const { publicCode = null, photo, proof, draft } = about;
    const result = await queue.perform(userId, publicCode, action, photo, proof, draft);
    if (result.kind === 'waiting') toastWaiting({ isStored: !queue.isStorageFailing() });
    return result;
  };
}
