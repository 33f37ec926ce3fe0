import type { CalendarDate } from '../dates';

/**
 * One act of staff on many appointments. Its parts are carried out one after the other; what changed
 * meanwhile is left out and said. No customer is told before the messages have waited, and until then all of
 * it can be taken back.
 */
export const BULK_KINDS = ['confirm', 'schedule', 'assign', 'move', 'cancel', 'write'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** What a bulk change did, before the number of its appointments. */
export const BULK_LABELS: Readonly<Record<BulkKind, string>> = {
  confirm: 'Confirmed',
  schedule: 'Scheduled',
  assign: 'Assigned',
  move: 'Moved',
  cancel: 'Cancelled',
  write: 'Wrote to',
};

/** `done` can still be taken back for a while; `taken_back` and what waited too long cannot. */
export const BULK_STATES = ['running', 'done', 'taking_back', 'taken_back'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** `stays`: it could not be taken back, because it changed again or its customer was told. */
export const PART_STATES = ['waiting', 'done', 'left_out', 'taken_back', 'stays'] as const;
export type PartState = (typeof PART_STATES)[number];

/** How long the messages of a bulk change wait, so that it can be taken back before anyone is told. */
export const TAKE_BACK_WITHIN_MS = 10 * 60_000;

/** The most appointments of one bulk change. */
export const MAX_BULK_PARTS = 200;

/** What the parts of a bulk change need beside their appointments. */
export type BulkInput = {
  /** For `schedule` and `assign`; for `schedule` null takes the only driver available. */
  driverId?: number | null | undefined;
  /** Why staff cancel, or confirm without a card. */
  reason?: string | undefined;
  /** What is written to the customers. */
  text?: string | undefined;
  /** Staff want the time slots that it empties to stay open. */
  keepsOpen?: boolean | undefined;
  /** The time slots that it empties, and blocks. */
  closed?: { date: CalendarDate; slotIndex: number }[] | undefined;
};

/** Whether a bulk change can be taken back at `now` (ms). */
export function canBeTakenBack(
  { state, takeBackUntil }: { state: BulkState; takeBackUntil: number | null },
  now: number,
): boolean {
  if (state === 'running') return true;
  return state === 'done' && takeBackUntil !== null && now < takeBackUntil;
}
