import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon } from '@/client/components/icon';
import { useInstants } from '@/client/lib/business-zone';
import { formatDollars } from '@/domain/money';
import { needsAnswer } from '@/domain/payment/dispute';
import { DISPUTE_STATUS_LABELS } from '@/domain/payment/dispute-texts';
import type { DisputeItem } from './use-review-queue';

/** How a dispute stands, and until when the bank takes an answer. */
export function DisputeFacts({ item: { dispute } }: { item: DisputeItem }) {
  const { formatLongInstant } = useInstants();
  const { amountCents, status, dueBy } = dispute;
  return (
    <DefinitionList
      items={[
        { term: 'Amount', value: formatDollars(amountCents) },
        { term: 'Stands as', value: DISPUTE_STATUS_LABELS[status] },
        needsAnswer(status) &&
          dueBy !== null && { term: 'Answer by', value: formatLongInstant(dueBy) },
      ]}
    />
  );
}

/** What staff know of the delivery, and the place where the answer is given. */
export function DisputeActions({ item: { dispute, delivery } }: { item: DisputeItem }) {
  return (
    <>
      <Link
        to="/admin/evidence/$id"
        params={{ id: delivery.id }}
        className={buttonClass({ variant: 'primary', size: 'sm' })}
      >
        <Icon name="print" size={18} />
        Evidence
      </Link>
      <a
        href={`https://dashboard.stripe.com/disputes/${dispute.id}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        Answer at Stripe
      </a>
    </>
  );
}
