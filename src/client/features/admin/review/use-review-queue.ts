import { keepPreviousData } from '@tanstack/react-query';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';

export type ReviewItem = Outputs['admin']['reviewQueue']['open'][number];
/** An item about a delivery whose charge is held. */
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
/** An item about a report, which need not be about a delivery. */
export type ReportItem = ReviewItem & { report: NonNullable<ReviewItem['report']> };
/** An item about a payment that the books lack or tell otherwise. */
export type DifferenceItem = ReviewItem & {
  difference: NonNullable<ReviewItem['difference']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};
/** An item about a refund that did not arrive. */
export type RefundItem = ReviewItem & {
  refund: NonNullable<ReviewItem['refund']>;
  delivery: NonNullable<ReviewItem['delivery']>;
};

type QueueChoice = { page?: number; deliveryId?: string | null };

/** For a page whose live stream is closed. */
const POLL_MS = 60_000;

/** A page of the queue, which the live stream keeps up to date; the items of a delivery stand first. */
export function useReviewQueue({ page = 1, deliveryId = null }: QueueChoice = {}) {
  return trpc.admin.reviewQueue.useQuery(
    { page, deliveryId },
    { refetchInterval: POLL_MS, placeholderData: keepPreviousData },
  );
}

/**
 * Carries a decision out, with a toast where it has a title. Resolves with true where it was made. The queue is read again
 * also after a refusal: another person may have been faster.
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
      toastError('Nothing was changed', message);
      return false;
    } finally {
      await utils.admin.reviewQueue.invalidate();
    }
  };
}
