import { Link } from '@tanstack/react-router';
import { Icon } from '@/client/components/icon';
import { useMay } from '@/client/identity/use-may';
import { useInstants } from '@/client/lib/business-zone';
import { formatDollars } from '@/domain/money';
import { blocksRefund, isDisputeClosed, needsAnswer } from '@/domain/payment/dispute';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '@/domain/payment/dispute-texts';
import type { Appointment } from './appointment';

/** The disputes of a payment, each with its reason, status, and deadline for a response. */
export function DisputeBox({ appointment: { id, disputes } }: { appointment: Appointment }) {
  return disputes.map((dispute) => <OneDispute key={dispute.id} id={id} dispute={dispute} />);
}

type OneDisputeProps = { id: string; dispute: Appointment['disputes'][number] };

function OneDispute({ id, dispute }: OneDisputeProps) {
  const answers = useMay()('business');
  const { formatLongInstant } = useInstants();
  const { status, amountCents, reason, dueBy } = dispute;
  const isOver = isDisputeClosed(status) && status !== 'lost';
  return (
    <section
      aria-label="Dispute"
      className={`tone ${isOver ? 'tone-grey' : 'tone-red'} wrap-anywhere rounded-field border px-3 py-2 text-[0.95rem]`}
    >
      <p className="tabular flex items-center gap-1.5 font-semibold">
        <Icon name="warning" size={18} />
        Disputed: {formatDollars(amountCents)}
      </p>
      <p>The cardholder says: {disputeReasonText(reason)}.</p>
      <p className="font-medium">{DISPUTE_STATUS_LABELS[status]}</p>
      {needsAnswer(status) && dueBy !== null ? <p>Respond by {formatLongInstant(dueBy)}</p> : null}
      {blocksRefund(dispute) && !isDisputeClosed(status) ? (
        <p>You can’t refund it until the dispute is closed.</p>
      ) : null}
      {answers ? (
        <Link to="/admin/evidence/$id" params={{ id }} className="link">
          View Evidence
        </Link>
      ) : null}
    </section>
  );
}
