import { toastFailure } from '@/client/components/feedback/toast-failure';

/** The toast of prices that were not changed. */
export function toastPricesFailed(error: unknown) {
  toastFailure('Update Failed', error, 'Failed to update fuel prices. Please try again.');
}
