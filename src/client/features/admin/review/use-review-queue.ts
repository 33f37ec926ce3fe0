import { keepPreviousData } from '@tanstack/react-query';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';

export type ReviewItem = Outputs['admin']['reviewQueue']['open'][number];
/** An item about a charge in review. */
export type ChargeReviewItem = ReviewItem & {
  held: NonNullable<ReviewItem['held']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};

/** An item about a disputed payment. */
export type DisputeItem = ReviewItem & {
  dispute: NonNullable<ReviewItem['dispute']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};

/** An item about a refused device action. */
export type RefusedActionItem = ReviewItem & {
  press: NonNullable<ReviewItem['press']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};
/** An item about a driver report, which may have no delivery. */
export type ReportItem = ReviewItem & { report: NonNullable<ReviewItem['report']> };
/** An item about a payment that's missing from the books or has a different amount there. */
export type DifferenceItem = ReviewItem & {
  difference: NonNullable<ReviewItem['difference']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};
/** An item about a failed refund. */
export type RefundItem = ReviewItem & {
  refund: NonNullable<ReviewItem['refund']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};

type QueueChoice = { page?: number; deliveryId?: string | null; calls?: boolean };

/** Polls in case the page's live stream is closed. */
const POLL_MS = 60_000;

/**
 * Reads a page of the queue and keeps it live. The items of `deliveryId` come first. With `calls`, only the
 * customers to call.
 */
export function useReviewQueue({ page = 1, deliveryId = null, calls }: QueueChoice = {}) {
  return trpc.admin.reviewQueue.useQuery(
    { page, deliveryId, calls },
    { refetchInterval: POLL_MS, placeholderData: keepPreviousData },
  );
}

/**
 * Carries out a decision, then shows a toast if it has a title. The queue is read again even after a
 * refusal, because someone else may have settled the item.
 *
 * @returns a function that resolves with true if the decision was carried out
 */
export function useDecide() {
  const utils = trpc.useUtils();
  return async (work: () => Promise<unknown>, title: string | null): Promise<boolean> => {
    try {
      await work();
      if (title !== null) toastSuccess(title);
      return true;
    } catch (error) {
      const { message } = problemOf(error);
      toastError('Change Not Saved', message);
      return false;
    } finally {
      await utils.admin.reviewQueue.invalidate();
    }
  };
}
