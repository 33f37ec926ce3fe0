import type { PartInReview } from '@/domain/appointment/completion';
import type { Cents } from '@/domain/money';
import type { Asked } from './device-action';

/** What the server's answer says for the driver. */
export type SendOutcome = {
  /** Null where the answer does not tell. */
  customerNotified: boolean | null;
  /** What of a completion's money waits for staff. */
  held?: PartInReview;
  /** What a walk-up was booked at. */
  totalCents?: Cents;
};

/**
 * The result of one send. After `failed` the server answered, and not what it should have: the action
 * stays, and the others go on. After `limited` its kind waits for the time that the server named, and the
 * others go on. After `asked` it waits for the driver's answer. After `later` there was no answer, and all stay. A refused action that is `isKept` is with
 * staff.
 */
export type SendResult =
  | ({ kind: 'done' } & SendOutcome)
  | { kind: 'refused'; refusal: string; isKept?: boolean }
  | { kind: 'asked'; asked: Asked }
  | { kind: 'failed'; failure: string }
  | { kind: 'limited'; waitMs: number }
  | { kind: 'later' };

/**
 * The result of an action for the screen; `waiting` means that it is saved and not sent yet, where the
 * server named a time, `until` then.
 */
export type ActionResult =
  | Exclude<SendResult, { kind: 'failed' | 'limited' }>
  | { kind: 'waiting'; until?: number };
