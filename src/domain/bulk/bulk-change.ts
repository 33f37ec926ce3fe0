import type { CalendarDate } from '../dates';

/**
 * One action by staff on many appointments. Its parts run one after another, and a part that
 * someone else changed is left out with a reason. Customers are notified only after a delay, and
 * until then staff can undo the whole change.
 */
export const BULK_KINDS = ['confirm', 'schedule', 'assign', 'move', 'cancel', 'write'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** The label of a bulk change, followed by its number of appointments. */
export const BULK_LABELS: Readonly<Record<BulkKind, string>> = {
  confirm: 'Confirmed',
  schedule: 'Scheduled',
  assign: 'Assigned',
  move: 'Moved',
  cancel: 'Cancelled',
  write: 'Messaged',
};

/** A `done` change can be undone until its time runs out. */
export const BULK_STATES = ['running', 'done', 'taking_back', 'taken_back'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/**
 * `stays` means that the part couldn't be undone, because it changed again or its customer was
 * notified.
 */
export const PART_STATES = ['waiting', 'done', 'left_out', 'taken_back', 'stays'] as const;
export type PartState = (typeof PART_STATES)[number];

/** Maximum number of appointments in a bulk change. */
export const MAX_BULK_PARTS = 200;

/** The values that all parts of a bulk change share. */
export type BulkInput = {
  /** Used by `schedule` and `assign`. With `schedule`, null assigns the only available driver. */
  driverId?: number | null | undefined;
  /** Used by `assign`: the driver of each appointment, by the appointment's ID. */
  driverIds?: Record<string, number> | undefined;
  /** The reason to cancel, or to confirm without a card. */
  reason?: string | undefined;
  /** The message to the customers. */
  text?: string | undefined;
  /** True to keep the emptied windows open. */
  keepsOpen?: boolean | undefined;
  /** The windows that the change empties and blocks. */
  closed?: { date: CalendarDate; slotIndex: number }[] | undefined;
};

/** True if a bulk change can be undone at `now` (ms). */
export function canBeTakenBack(
  { state, takeBackUntil }: { state: BulkState; takeBackUntil: number | null },
  now: number,
): boolean {
  if (state === 'running') return true;
  return state === 'done' && takeBackUntil !== null && now < takeBackUntil;
}
