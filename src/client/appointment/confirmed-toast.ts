import { toastSuccess } from '@/client/components/toast-store';
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
