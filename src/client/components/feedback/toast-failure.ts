import { problemOf } from '@/client/lib/problem';
import { toastError } from './toast-store';

/** Refusals whose messages already say what to do. */
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

/**
 * Shows a toast about a failed call. The text is the refusal's message if it's helpful, or else
 * `otherwise`.
 */
export function toastFailure(title: string, error: unknown, otherwise: string): void {
  const { reason, message } = problemOf(error);
  const isExplained = reason !== null && EXPLAINED.includes(reason);
  toastError(title, isExplained ? message : otherwise);
}
