import type { Proof } from '@/client/features/driver/day/entered';
import type { DeviceAction } from './device-action';

/** An action's pictures, as separate actions that are sent after it. */
export function picturesOf(
  action: DeviceAction,
  key: string,
  { photo, proof }: { photo: string | null; proof: Proof | null },
): DeviceAction[] {
  // A delivery that wasn't made is also a report to staff.
  if (action.kind === 'report' || action.kind === 'spill' || action.kind === 'notDelivered') {
    return photo ? [{ kind: 'reportPhoto', reportKey: key, photo }] : [];
  }
  if (action.kind !== 'complete') return [];
  const base = { kind: 'completePhoto', id: action.id } as const;
  return [
    ...(photo ? [{ ...base, photo }] : []),
    ...(proof ? [{ ...base, photo: proof.photo, proof: proof.kind }] : []),
  ];
}
