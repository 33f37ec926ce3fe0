import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import type { CardOutcome } from './card-outcome';

/** The toast of an appointment that is booked for good: its card is saved, or a test needs none. */
export function toastConfirmed(kind: Extract<CardOutcome['kind'], 'saved' | 'test'>): void {
  toastSuccess(
    'Appointment Confirmed!',
    kind === 'test'
      ? 'Test Card: nothing is stored and nothing is charged.'
      : 'Payment method authorized. Full amount will be charged after service completion.',
  );
}

/** Tells that a hold was given up, because its form for the card was cancelled. */
export function toastPaymentCancelled(): void {
  toastError(
    'Payment Cancelled',
    'Appointment booking was cancelled. Please try again to complete your reservation.',
  );
}
