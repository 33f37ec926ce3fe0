import { toastFailure } from '@/client/components/feedback/toast-failure';

/** Shows the toast of a failed price change. */
export function toastPricesFailed(error: unknown) {
  toastFailure('Update Failed', error, 'Failed to update fuel prices. Please try again.');
}
