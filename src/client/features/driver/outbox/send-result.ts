import type { PartInReview } from '@/domain/appointment/completion';
import type { Cents } from '@/domain/money';
import type { Asked } from './device-action';

/** The part of the server's answer that the driver sees. */
export type SendOutcome = {
  /** Null if the answer doesn't include it. */
  customerNotified: boolean | null;
  /** The part of a completion's charge that staff review first. */
  held?: PartInReview;
  /** A walk-up's total. */
  totalCents?: Cents;
  /** True if a walk-up's discount code can't be used, so its price is the full one. */
  codeRefused?: boolean;
  /** The reason, in a sentence, if the server sent one. */
  codeProblem?: string | null;
};

/**
 * The result of one send.
 *
 * - `refused`: the server won't accept it. If `isKept`, staff have it and decide.
 * - `asked`: the action is paused until the driver answers a question.
 * - `failed`: the server answered with an error. The action stays, and the others are sent.
 * - `limited`: actions of this kind pause for `waitMs`, and the others are sent.
 * - `later`: there was no answer, so sending stops.
 */
export type SendResult =
  | ({ kind: 'done' } & SendOutcome)
  | { kind: 'refused'; refusal: string; isKept?: boolean }
  | { kind: 'asked'; asked: Asked }
  | { kind: 'failed'; failure: string }
  | { kind: 'limited'; waitMs: number }
  | { kind: 'later' };

/**
 * The result of an action for the screen. `waiting` means it's saved but not sent. `until` (ms) is
 * set if the server named a time.
 */
export type ActionResult =
  | Exclude<SendResult, { kind: 'failed' | 'limited' }>
  | { kind: 'waiting'; until?: number };
