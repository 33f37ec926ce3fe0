import type { Proof } from '@/client/features/driver/day/entered';
import type { DeviceAction } from './device-action';

/** What is sent after an action, each by itself. */
export function picturesOf(
  action: DeviceAction,
  key: string,
  { photo, proof }: { photo: string | null; proof: Proof | null },
): DeviceAction[] {
  // A delivery that could not be made is a report for staff as well.
  if (action.kind === 'report' || action.kind === 'spill' || action.kind === 'notDelivered') {
    return photo ? [{ kind: 'reportPhoto', reportKey: key, photo }] : [];
  }
  if (action.kind !== 'complete') return [];
  const of = { kind: 'completePhoto', id: action.id } as const;
  return [
    ...(photo ? [{ ...of, photo }] : []),
    ...(proof ? [{ ...of, photo: proof.photo, proof: proof.kind }] : []),
  ];
}
