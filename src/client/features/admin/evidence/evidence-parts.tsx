import { PriceLines } from '@/client/appointment/price-lines';
import { When } from '@/client/appointment/when';
import { DefinitionList } from '@/client/components/definition-list';
import { Panel } from '@/client/components/panel';
import { PhoneText } from '@/client/components/phone-link';
import type { Outputs } from '@/client/lib/trpc';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';
import { formatDollars, formatGallons } from '@/domain/money';
import { orderAsItStands } from '@/domain/order/order';
import { cardName } from '@/domain/payment/card';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '@/domain/payment/dispute-texts';
import { quoteOf } from '@/domain/pricing/quote';

export type EvidencePartProps = {
  evidence: Outputs['admin']['evidence'];
  /** An instant (ms) by the business's clock. */
  momentOf: (at: number) => string;
};

/** What the cardholder says. Draws nothing where nothing is disputed. */
export function Disputes({ evidence: { delivery }, momentOf }: EvidencePartProps) {
  return delivery.disputes.map(({ id, amountCents, reason, status, dueBy }) => (
    <Panel key={id} tight icon="warning" title="Dispute">
      <DefinitionList
        items={[
          { term: 'Number at Stripe', value: id },
          { term: 'Amount', value: formatDollars(amountCents) },
          { term: 'The cardholder says', value: disputeReasonText(reason) },
          { term: 'Stands as', value: DISPUTE_STATUS_LABELS[status] },
          { term: 'Answer by', value: dueBy === null ? null : momentOf(dueBy) },
        ]}
      />
    </Panel>
  ));
}

/** What was ordered, delivered and paid, by whom and with which card. */
export function Receipt({ evidence, momentOf }: EvidencePartProps) {
  const { delivery, refunds, customerAddress, position } = evidence;
  const card = delivery.paidCard ?? { brand: delivery.cardBrand, last4: delivery.cardLast4 };
  const phone = delivery.customerPhone ?? delivery.customerAccountPhone;
  return (
    <div className="flex flex-col gap-4">
      <DefinitionList
        items={[
          { term: 'Customer', value: delivery.customerFullName ?? delivery.customerUsername },
          { term: 'Email', value: delivery.customerEmail },
          { term: 'Phone', value: phone && <PhoneText phone={phone} /> },
          { term: 'Address', value: customerAddress },
          { term: 'Date', value: <When {...delivery} /> },
          {
            term: 'Delivered to',
            value: [delivery.location, delivery.slipNumber].filter(Boolean).join(', '),
          },
          { term: 'Delivered by', value: delivery.driverName },
          { term: 'Delivered at', value: delivery.completedAt && momentOf(delivery.completedAt) },
          {
            term: 'Position of the driver',
            value: position && `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`,
          },
          {
            term: 'Gallons delivered',
            value:
              delivery.actualGallonsTenths === null
                ? null
                : formatGallons(delivery.actualGallonsTenths),
          },
        ]}
      />
      <PriceLines
        className="border-t border-edge pt-4"
        quote={quoteOf(delivery)}
        order={{ ...orderAsItStands(delivery), unitPriceCents: delivery.unitPriceCents }}
        testMode={delivery.testMode}
        hideEmpty
        after={[
          { term: 'Total', value: formatDollars(delivery.totalPriceCents) },
          { term: 'Paid', value: formatDollars(delivery.totalPaidCents) },
          { term: 'Paid at', value: delivery.paidAt && momentOf(delivery.paidAt) },
          { term: 'Card', value: card.last4 ? cardName(card) : null },
          ...refunds.map((refund) => ({
            key: refund.id,
            term: `Refund, ${momentOf(refund.createdAt)}`,
            value: `${formatDollars(refund.amountCents)} ${refund.state}`,
          })),
        ]}
      />
    </div>
  );
}

/** What the customer saw before they gave their card. */
export function Terms({ evidence: { terms }, momentOf }: EvidencePartProps) {
  return (
    <div className="flex flex-col gap-3">
      <DefinitionList
        items={[
          { term: 'Booked', value: momentOf(terms.bookedAt) },
          { term: 'Card saved', value: terms.cardSavedAt && momentOf(terms.cardSavedAt) },
        ]}
      />
      <p className="text-muted">On the screen where the card was saved:</p>
      <ul className="list-disc ps-5">
        {terms.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** Every step of the delivery, from the booking on. */
export function HistoryEvidence({ evidence: { history, delivery }, momentOf }: EvidencePartProps) {
  return (
    <ol className="flex flex-col divide-y divide-edge">
      <Step
        title="Booked"
        who={delivery.customerFullName ?? 'Guest'}
        when={delivery.createdAt}
        momentOf={momentOf}
      />
      {history.map(({ id, action, actorName, at }) => (
        <Step
          key={id}
          title={AUDIT_ACTION_LABELS[action]}
          who={actorName}
          when={at}
          momentOf={momentOf}
        />
      ))}
    </ol>
  );
}

type StepProps = { title: string; who: string; when: number; momentOf: (at: number) => string };

function Step({ title, who, when, momentOf }: StepProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 print:break-inside-avoid">
      <span>
        <strong className="font-semibold">{title}</strong>
        <span className="text-muted">, {who}</span>
      </span>
      <time dateTime={new Date(when).toISOString()} className="text-sm text-muted">
        {momentOf(when)}
      </time>
    </li>
  );
}

/** What the customer and staff were told, word for word. */
export function MessageEvidence({ evidence: { messages }, momentOf }: EvidencePartProps) {
  if (messages.length === 0) {
    return <p className="text-muted">Nothing was sent: the customer gave no email address.</p>;
  }
  return (
    <ol className="flex flex-col divide-y divide-edge">
      {messages.map(({ id, recipient, subject, body, sentAt }) => (
        <li key={id} className="py-2 print:break-inside-avoid">
          <p className="wrap-anywhere font-semibold">{subject}</p>
          <p className="text-sm text-muted wrap-anywhere">
            To {recipient}, {sentAt === null ? 'not sent so far' : momentOf(sentAt)}
          </p>
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{body}</p>
        </li>
      ))}
    </ol>
  );
}
