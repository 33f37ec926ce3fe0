import { problemOf } from '@/client/lib/problem';
import { toastError } from './toast-store';

/** The messages of these refusals include advice. */
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
 * Shows a toast about a failed call, with the refusal's message, or `otherwise` for other failures.
 */
export function toastFailure(title: string, error: unknown, otherwise: string): void {
  const { reason, message } = problemOf(error);
  const isExplained = reason !== null && EXPLAINED.includes(reason);
  toastError(title, isExplained ? message : otherwise);
}
