import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { When } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toast } from '@/client/components/feedback/toast-store';
import { Pager, usePageWithin } from '@/client/components/pager';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { phoneForms } from '@/domain/phone-forms';
import { formatCount } from '@/domain/text';
import { CallButton } from './call-button';
import { pagesOf, useFocusWhenFewer } from './queue-parts';
import { type ReviewItem, useDecide, useReviewQueue } from './use-review-queue';

type CallListProps = { page: number; onPage: (page: number) => void };

/** The customers whom no message reached, until a person marks each as called. */
export function CallList({ page, onPage }: CallListProps) {
  const queue = useReviewQueue({ page, calls: true });
  const total = queue.data && { openCount: queue.data.callCount, pageSize: queue.data.pageSize };
  const pageCount = pagesOf(total);
  usePageWithin(page, queue.isPlaceholderData ? null : pageCount, onPage);
  const list = useRef<HTMLDivElement>(null);
  useFocusWhenFewer(queue.data?.open.length ?? 0, list);

  if (queue.isError && !queue.data) {
    return (
      <ErrorState title="We couldn’t load the call list" onRetry={() => queue.refetch()}>
        {problemOf(queue.error).message}
      </ErrorState>
    );
  }
  if (!queue.data) return <SkeletonList label="Loading the call list" rowClassName="h-24" />;
  const { open, done, callCount } = queue.data;
  return (
    <div className="flex flex-col gap-6">
      <div ref={list} tabIndex={-1} className="outline-none">
        <Panel tight icon="phone" title={`To call (${formatCount(callCount)})`}>
          {open.length === 0 ? (
            <EmptyState icon="check-circle" title="No customers to call">
              Customers we can’t reach by email or text show up here.
            </EmptyState>
          ) : (
            <ul
              className="divide-y divide-edge"
              aria-busy={queue.isPlaceholderData}
              inert={queue.isPlaceholderData}
            >
              {open.map((item) => (
                <li key={item.id} className="py-3 first:pt-0">
                  <ToCall item={item} />
                </li>
              ))}
            </ul>
          )}
          <Pager
            label="To call"
            page={page}
            pageCount={pageCount ?? 1}
            busy={queue.isPlaceholderData}
            className="mt-4"
            onPage={(next) => {
              onPage(next);
              list.current?.scrollIntoView({ block: 'start' });
            }}
          />
        </Panel>
      </div>
      {done.length > 0 ? (
        <Panel tight icon="history" title="Recently called">
          <ul className="divide-y divide-edge">
            {done.map((item) => (
              <li key={item.id} className="py-2.5">
                <Called item={item} />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}

/** Returns the customer's name, or a word for it. */
const nameOf = ({ delivery }: ReviewItem) => delivery?.customerName ?? 'the customer';

function ToCall({ item }: { item: ReviewItem }) {
  const { formatWeekdayAndTime } = useInstants();
  const resolving = trpc.admin.resolveReviewItem.useMutation();
  const undo = useUndoCall();
  const decide = useDecide();
  const { delivery, reason, createdAt } = item;
  const name = nameOf(item);
  const markCalled = async () => {
    const isSaved = await decide(() => resolving.mutateAsync({ id: item.id }), null);
    if (!isSaved) return;
    toast({
      variant: 'success',
      title: 'Call Marked',
      description: `You called ${name}.`,
      action: { label: 'Undo', onClick: () => undo(item.id) },
    });
  };
  return (
    <article
      aria-label={`${name} ${delivery?.publicCode ?? ''}`}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="wrap-anywhere">
          <strong className="font-semibold">{delivery?.customerName ?? 'Guest'}</strong>
          {delivery?.customerPhone ? (
            <span className="tabular">, {phoneForms(delivery.customerPhone).shown}</span>
          ) : null}
          <About delivery={delivery} />
        </p>
        <p className="text-sm wrap-anywhere">{reason}</p>
        <p className="text-sm text-muted">{formatWeekdayAndTime(createdAt)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {delivery?.customerPhone ? (
          <CallButton name={delivery.customerName ?? 'Customer'} phone={delivery.customerPhone} />
        ) : (
          <span className="self-center text-sm text-muted">No phone number</span>
        )}
        <Button variant="main" size="sm" icon="check" onClick={markCalled}>
          Mark Called
        </Button>
      </div>
    </article>
  );
}

function About({ delivery }: Pick<ReviewItem, 'delivery'>) {
  if (!delivery) return null;
  const { publicCode, date, time } = delivery;
  return (
    <span className="text-muted">
      {' · '}
      <Link to="/admin" search={{ q: publicCode }} className="link tabular whitespace-nowrap">
        {publicCode}
      </Link>
      , <When date={date} time={time} />
    </span>
  );
}

function Called({ item }: { item: ReviewItem }) {
  const { formatWeekdayAndTime } = useInstants();
  const undo = useUndoCall();
  const { delivery, doneBy, doneAt } = item;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="wrap-anywhere">
        <span className="font-medium">{delivery?.customerName ?? 'Guest'}</span>
        {delivery ? <span className="tabular text-muted">, {delivery.publicCode}</span> : null}
        {doneBy ? `: marked by ${doneBy}` : null}
        {doneAt ? `, ${formatWeekdayAndTime(doneAt)}` : null}
      </p>
      <Button variant="quiet" size="sm" onClick={() => undo(item.id)}>
        Undo
      </Button>
    </div>
  );
}

/** Puts a customer on the list again. */
function useUndoCall() {
  const undoing = trpc.admin.undoCall.useMutation();
  const decide = useDecide();
  return (id: string) => decide(() => undoing.mutateAsync({ id }), 'Back on the List');
}
