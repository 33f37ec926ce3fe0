import { DomainError } from '@/domain/errors';

/** The effect of a device action. `contentHash` is the fingerprint of its other content. */
export type DeviceAction = { kind: string; appointmentId: string; contentHash: string | null };

/**
 * True if the device has already done this action. Throws `conflict` if its key belongs to another
 * action.
 */
export function isDone(found: DeviceAction | undefined, action: DeviceAction): boolean {
  if (!found) return false;
  const isSame =
    found.kind === action.kind &&
    found.appointmentId === action.appointmentId &&
    // Null means the action was recorded before we stored content hashes.
    (found.contentHash === null || found.contentHash === action.contentHash);
  if (isSame) return true;
  throw otherAction();
}

/** The error for a key that belongs to another action. */
export const otherAction = () =>
  new DomainError('conflict', 'This action key was used for another action.', {
    field: 'actionKey',
  });
