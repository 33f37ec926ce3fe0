import { problemOf } from '@/client/lib/problem';
import { toastError } from './toast-store';

/** The refusals whose message tells people what to do about it. */
const EXPLAINED = [
  'changed_meanwhile',
  'confirm_identity',
  'conflict',
  'invalid_input',
  'not_found',
  'payment_failed',
  'prove_phone',
  'unavailable',
];

/** The toast of a failed call: the message of a refusal, or `otherwise` for every other failure. */
export function toastFailure(title: string, error: unknown, otherwise: string): void {
  const { reason, message } = problemOf(error);
  const isExplained = reason !== null && EXPLAINED.includes(reason);
  toastError(title, isExplained ? message : otherwise);
}
