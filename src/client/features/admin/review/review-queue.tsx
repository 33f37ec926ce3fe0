import { useEffect, useRef } from 'react';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { REVIEW_KIND_LABELS, REVIEW_OUTCOME_LABELS } from '@/domain/review/review';
import { formatCount } from '@/domain/text';
import { pagesOf, useFocusWhenFewer } from './queue-parts';
import { ReviewCard } from './review-card';
import { type ReviewItem, useReviewQueue } from './use-review-queue';

type ReviewQueueProps = {
  /** The delivery whose items come first and get the focus; null for none. */
  deliveryId: string | null;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
};

/** The open items, oldest first, followed by those resolved recently and by whom. */
export function ReviewQueue({ deliveryId, page, onPage }: ReviewQueueProps) {
  const queue = useReviewQueue({ page, deliveryId });
  const pageCount = pagesOf(queue.data);
  usePageWithin(page, queue.isPlaceholderData ? null : pageCount, onPage);
  const waiting = useRef<HTMLDivElement>(null);
  const count = queue.data?.open.length ?? 0;
  useFocusWhenFewer(count, waiting);
  const ofDelivery = queue.data?.open.filter(({ delivery }) => delivery?.id === deliveryId) ?? [];
  // If a link from "Open payments" named a delivery, the focus goes to its charge in review.
  const wanted = deliveryId
    ? (ofDelivery.find(({ held }) => held !== null) ?? ofDelivery[0])?.id
    : undefined;
  useFocusOn(wanted, waiting);

  if (queue.isError && !queue.data) {
    return (
      <ErrorState title="We couldn’t load the queue" onRetry={() => queue.refetch()}>
        {problemOf(queue.error).message}
      </ErrorState>
    );
  }
  if (!queue.data) return <SkeletonList label="Loading the queue" rowClassName="h-44" />;
  const { open, done, openCount } = queue.data;
  return (
    <div className="flex flex-col gap-6">
      <div ref={waiting} tabIndex={-1} className="outline-none">
        <Panel tight icon="warning" title={`Open (${formatCount(openCount)})`}>
          {open.length === 0 ? (
            <EmptyState icon="check-circle" title="Nothing needs attention">
              Possible typos, disputes, driver reports, and anything else that needs a person show
              up here.
            </EmptyState>
          ) : (
            <ul
              className="grid gap-4 xl:grid-cols-2"
              aria-busy={queue.isPlaceholderData}
              inert={queue.isPlaceholderData}
            >
              {open.map((item) => (
                <li
                  key={item.id}
                  id={item.id}
                  tabIndex={item.id === wanted ? -1 : undefined}
                  className="scroll-mt-4 rounded-field focus:outline-2 focus:outline-primary"
                >
                  <ReviewCard item={item} />
                </li>
              ))}
            </ul>
          )}
          <Pager
            label="Needs attention"
            page={page}
            pageCount={pageCount ?? 1}
            busy={queue.isPlaceholderData}
            className="mt-4"
            onPage={(next) => {
              onPage(next);
              waiting.current?.scrollIntoView({ block: 'start' });
            }}
          />
        </Panel>
      </div>
      {done.length > 0 ? (
        <Panel tight icon="history" title="Recently resolved">
          <ul className="divide-y divide-edge">
            {done.map((item) => (
              <li key={item.id} className="py-2.5">
                <DoneItem item={item} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}

function DoneItem({ item }: { item: ReviewItem }) {
  const { formatWeekdayAndTime } = useInstants();
  const { kind, delivery, outcome, note, doneBy, doneAt, reason } = item;
  return (
    <>
      <p className="font-medium">
        {REVIEW_KIND_LABELS[kind]}
        {delivery ? <span className="tabular">, {delivery.publicCode}</span> : null}
        {outcome ? `: ${REVIEW_OUTCOME_LABELS[outcome].toLowerCase()}` : null}
        {doneBy ? ` by ${doneBy}` : null}
        {doneAt ? `, ${formatWeekdayAndTime(doneAt)}` : null}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {reason}
        {note ? ` Note: ${note}` : null}
      </p>
    </>
  );
}

/** Moves the focus to the item that a link named, as soon as it's loaded. */
function useFocusOn(id: string | undefined, list: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const item = id ? list.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null;
    item?.focus();
  }, [id, list]);
}
