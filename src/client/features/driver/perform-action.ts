import type { ActionQueue, ActionResult } from './device-actions/action-queue';
import { toastNotSaved, toastWaiting } from './device-actions/action-toasts';
import type { DeviceAction } from './device-actions/device-action';

/** Performs a device action. Resolves with its result, or with null when the device could not save it. */
export type PerformAction = (
  action: DeviceAction,
  about?: { publicCode?: string; photo?: string | null },
) => Promise<ActionResult | null>;

/** `PerformAction` for one user. The queue itself tells what was sent or refused. */
export function performActionFor(queue: ActionQueue, userId: string): PerformAction {
  return async (action, { publicCode = null, photo = null } = {}) => {
    try {
      const result = await queue.perform(userId, publicCode, action, photo);
      if (result.kind === 'waiting') toastWaiting();
      return result;
    } catch {
      toastNotSaved();
      return null;
    }
  };
}
