import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { CardOutcome } from './card-outcome';

/** Confirms a booking whose card is saved, or one that doesn't need a card. */
export function toastConfirmed(
  kind: Extract<CardOutcome['kind'], 'saved' | 'test' | 'invoice'>,
): void {
  toastSuccess(
    'Appointment Confirmed!',
    kind === 'test'
      ? 'This is a test order. No card is stored, and you won’t be charged.'
      : kind === 'invoice'
        ? 'We’ll bill it by invoice.'
        : 'Payment method authorized. Full amount will be charged after service completion.',
  );
}

/** Reports that the booking was cancelled because the customer closed its card form. */
export function toastPaymentCancelled(): void {
  toastError(
    'Payment Cancelled',
    'Appointment booking was cancelled. Please try again to complete your reservation.',
  );
}
