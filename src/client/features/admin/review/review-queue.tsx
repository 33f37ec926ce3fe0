import { useEffect, useRef } from 'react';
import { Panel } from '@/client/components/panel';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { REVIEW_KIND_LABELS, REVIEW_OUTCOME_LABELS } from '@/domain/review/review';
import { formatCount } from '@/domain/text';
import { ReviewCard } from './review-card';
import { type ReviewItem, useReviewQueue } from './use-review-queue';

type ReviewQueueProps = {
  /** The delivery whose items the focus goes to first; null for none. */
  deliveryId: string | null;
};

/** What waits for a decision, the oldest first, and below what was decided lately and by whom. */
export function ReviewQueue({ deliveryId }: ReviewQueueProps) {
  const queue = useReviewQueue();
  const waiting = useRef<HTMLDivElement>(null);
  const count = queue.data?.open.length ?? 0;
  useFocusWhenFewer(count, waiting);
  const ofDelivery = queue.data?.open.filter(({ delivery }) => delivery?.id === deliveryId) ?? [];
  // A link of Money is about what is held.
  const wanted = deliveryId
    ? (ofDelivery.find(({ held }) => held !== null) ?? ofDelivery[0])?.id
    : undefined;
  useFocusOn(wanted, waiting);

  if (queue.isError && !queue.data) {
    return (
      <ErrorState title="The queue could not be loaded" onRetry={() => queue.refetch()}>
        {problemOf(queue.error).message}
      </ErrorState>
    );
  }
  if (!queue.data) return <SkeletonList label="Loading what needs a look" rowClassName="h-44" />;
  const { open, done, openCount } = queue.data;
  return (
    <div className="flex flex-col gap-6">
      <div ref={waiting} tabIndex={-1} className="outline-none">
        <Panel tight icon="warning" title={`Waiting (${formatCount(openCount)})`}>
          {open.length === 0 ? (
            <EmptyState icon="check-circle" title="Nothing needs a look">
              Charges that look like a slip of the finger, disputes, reports of drivers and all else
              that only people can settle wait here.
            </EmptyState>
          ) : (
            <ul className="grid gap-4 xl:grid-cols-2">
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
          {openCount > open.length ? (
            <p className="mt-4 text-muted">
              These are the oldest {formatCount(open.length)}. The next ones come as they are dealt
              with.
            </p>
          ) : null}
        </Panel>
      </div>
      {done.length > 0 ? (
        <Panel tight icon="history" title="Done lately">
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

/** Moves the focus to the item that a link named, once it is there. */
function useFocusOn(id: string | undefined, list: React.RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const item = id ? list.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null;
    item?.focus();
  }, [id, list]);
}

/** Moves the focus to the list when an item leaves with the button that had the focus. */
function useFocusWhenFewer(count: number, list: React.RefObject<HTMLDivElement | null>) {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count, list]);
}
