import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { DefinitionList } from '@/client/components/definition-list';
import { Icon } from '@/client/components/icon';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { useInstants } from '@/client/lib/business-zone';
import { formatDollars } from '@/domain/money';
import { needsAnswer } from '@/domain/payment/dispute';
import { DISPUTE_STATUS_LABELS } from '@/domain/payment/dispute-texts';
import type { DisputeItem } from './use-review-queue';

/** The amount and status of a dispute, and the bank's deadline for a response. */
export function DisputeFacts({ item: { dispute } }: { item: DisputeItem }) {
  const { formatLongInstant } = useInstants();
  const { amountCents, status, dueBy } = dispute;
  return (
    <DefinitionList
      items={[
        { term: 'Amount', value: formatDollars(amountCents) },
        { term: 'Status', value: DISPUTE_STATUS_LABELS[status] },
        needsAnswer(status) &&
          dueBy !== null && { term: 'Respond by', value: formatLongInstant(dueBy) },
      ]}
    />
  );
}

/** Links to the evidence page, and to the dispute in Stripe's dashboard for the response. */
export function DisputeActions({ item: { dispute, delivery } }: { item: DisputeItem }) {
  return (
    <>
      <Link
        to="/admin/evidence/$id"
        params={{ id: delivery.id }}
        className={buttonClass({ variant: 'primary', size: 'sm' })}
      >
        <Icon name={OTHER_ICONS.print} size={18} />
        View Evidence
      </Link>
      <a
        href={`https://dashboard.stripe.com/disputes/${dispute.id}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        Respond in Stripe
      </a>
    </>
  );
}
