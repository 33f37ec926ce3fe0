import { Link } from '@tanstack/react-router';
import { When } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { DefinitionList } from '@/client/components/definition-list';
import { PhoneLink } from '@/client/components/phone-link';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { CALL_KINDS } from '@/domain/messages/call-list';
import { formatDollars } from '@/domain/money';
import { unitPriceOf } from '@/domain/pricing/quote';
import { REVIEW_KIND_LABELS } from '@/domain/review/review';
import { amountsText } from './amounts-text';
import { AnswerButton } from './answer-button';
import { CallButton } from './call-button';
import { ChargeReviewActions } from './charge-review-actions';
import { DisputeActions, DisputeFacts } from './dispute-facts';
import { MarkResolved } from './mark-resolved';
import { RefundAgain } from './refund-again';
import { RefusedActionButtons, RefusedActionFacts } from './refused-action';
import { ReportActions, ReportPhoto } from './report-actions';
import { SettleDifference } from './settle-difference';
import type {
  ChargeReviewItem,
  DifferenceItem,
  DisputeItem,
  RefundItem,
  RefusedActionItem,
  ReportItem,
  ReviewItem,
} from './use-review-queue';

/** A review item: its reason, the delivery it's about, and the possible actions. */
export function ReviewCard({ item }: { item: ReviewItem }) {
  const { formatWeekdayAndTime } = useInstants();
  const { kind, delivery, reason, createdAt, held, dispute } = item;
  const name = `${REVIEW_KIND_LABELS[kind]}${delivery ? ` ${delivery.publicCode}` : ''}`;
  return (
    <article
      aria-label={name}
      className="flex h-full flex-col gap-3 rounded-field border border-edge p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={held || dispute || kind === 'spill' ? 'red' : 'yellow'}>
          {REVIEW_KIND_LABELS[kind]}
        </Badge>
        <time className="text-sm text-muted" dateTime={new Date(createdAt).toISOString()}>
          {formatWeekdayAndTime(createdAt)}
        </time>
      </header>
      <p className="font-medium wrap-anywhere">{reason}</p>
      {isHeld(item) ? <HeldFacts item={item} /> : null}
      {isDispute(item) ? <DisputeFacts item={item} /> : null}
      {isReport(item) ? <ReportPhoto item={item} /> : null}
      {isRefusedAction(item) ? <RefusedActionFacts item={item} /> : null}
      {delivery ? <About delivery={delivery} /> : null}
      <footer className="mt-auto flex flex-wrap gap-2 pt-1">
        <Actions item={item} />
      </footer>
    </article>
  );
}

/** The buttons that settle an item. */
function Actions({ item }: { item: ReviewItem }) {
  const decides = useMay()('concessions');
  const isOwners = [isHeld, isDispute, isRefusedAction, isDifference, isRefund].some((is) =>
    is(item),
  );
  if (!decides && isOwners)
    return <p className="text-sm text-muted">Only an owner can decide this.</p>;
  if (isHeld(item)) return <ChargeReviewActions item={item} />;
  if (isDispute(item)) return <DisputeActions item={item} />;
  if (isReport(item)) return <ReportActions item={item} />;
  if (isRefusedAction(item)) return <RefusedActionButtons item={item} />;
  if (isDifference(item)) return <SettleDifference item={item} />;
  if (isRefund(item)) return <RefundAgain item={item} />;
  const { delivery } = item;
  return (
    <>
      {CALL_KINDS.includes(item.kind) && delivery ? (
        <CallButton name={delivery.customerName ?? 'Customer'} phone={delivery.customerPhone} />
      ) : null}
      {item.kind === 'text_reply' && delivery ? <AnswerButton delivery={delivery} /> : null}
      <MarkResolved item={item} />
    </>
  );
}

const isDispute = (item: ReviewItem): item is DisputeItem =>
  item.dispute !== null && item.delivery !== null;
const isReport = (item: ReviewItem): item is ReportItem => item.report !== null;
const isRefusedAction = (item: ReviewItem): item is RefusedActionItem =>
  item.press !== null && item.delivery !== null;
const isDifference = (item: ReviewItem): item is DifferenceItem =>
  item.difference !== null && item.delivery !== null;
const isRefund = (item: ReviewItem): item is RefundItem =>
  item.refund !== null && item.delivery !== null;
const isHeld = (item: ReviewItem): item is ChargeReviewItem =>
  item.held !== null && item.delivery !== null;

function HeldFacts({ item: { held, delivery } }: { item: ChargeReviewItem }) {
  return (
    <DefinitionList
      items={[
        { term: 'Ordered', value: amountsText(held.ordered) },
        { term: 'Recorded', value: `${amountsText(held.delivered)}, by ${held.by}` },
        { term: `${delivery.fuelType} per gallon`, value: formatDollars(unitPriceOf(delivery)) },
        {
          term: held.takenCents === undefined ? 'Amount to charge' : 'Total',
          value: formatDollars(held.totalCents),
        },
        ...(held.takenCents === undefined
          ? []
          : [{ term: 'Driver’s total (charged)', value: formatDollars(held.takenCents) }]),
      ]}
    />
  );
}

function About({ delivery }: { delivery: NonNullable<ReviewItem['delivery']> }) {
  const { publicCode, date, time, location, customerName, customerPhone, driverName } = delivery;
  return (
    <p className="text-sm text-muted">
      <Link to="/admin" search={{ q: publicCode }} className="link tabular">
        {publicCode}
      </Link>
      , <When date={date} time={time} />, {location}
      {customerName ? `, ${customerName}` : null}
      {customerPhone ? (
        <>
          {', '}
          <PhoneLink phone={customerPhone} />
        </>
      ) : null}
      {driverName ? `. Driver: ${driverName}` : null}
    </p>
  );
}
