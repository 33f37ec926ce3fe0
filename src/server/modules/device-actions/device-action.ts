import { DomainError } from '@/domain/errors';

/** What a device action does; `contentHash` is the fingerprint of what it says besides. */
export type DeviceAction = { kind: string; appointmentId: string; contentHash: string | null };

/** Whether a device has done this very action. Throws `conflict` where its key names another one. */
export function isDone(found: DeviceAction | undefined, action: DeviceAction): boolean {
  if (!found) return false;
  const isSame =
    found.kind === action.kind &&
    found.appointmentId === action.appointmentId &&
    // Null is of an action recorded before contents were.
    (found.contentHash === null || found.contentHash === action.contentHash);
  if (isSame) return true;
  throw otherAction();
}

/** The refusal of a key that names another action. */
export const otherAction = () =>
  new DomainError('conflict', 'This action key was used for another action.', {
    field: 'actionKey',
  });
