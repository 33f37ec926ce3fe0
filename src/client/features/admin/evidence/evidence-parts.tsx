import { PriceLines } from '@/client/appointment/price-lines';
import { When } from '@/client/appointment/when';
import { DefinitionList } from '@/client/components/definition-list';
import { Panel } from '@/client/components/panel';
import { PhoneText } from '@/client/components/phone-link';
import type { Outputs } from '@/client/lib/trpc';
import { AUDIT_ACTION_LABELS } from '@/domain/audit/actions';
import { LEGAL_TITLES } from '@/domain/legal/legal-texts';
import { formatDollars, formatGallons } from '@/domain/money';
import { orderAsItStands } from '@/domain/order/order';
import { cardName } from '@/domain/payment/card';
import { DISPUTE_STATUS_LABELS, disputeReasonText } from '@/domain/payment/dispute-texts';
import type { RefundState } from '@/domain/payment/refund';
import { quoteOf } from '@/domain/pricing/quote';
import { taxRows } from '@/domain/tax/tax';
import { ticketRows } from '@/domain/trucks/ticket';

const REFUND_TEXTS: Record<RefundState, string> = {
  due: 'requested',
  pending: 'pending',
  succeeded: 'refunded',
  failed: 'failed',
};

export type EvidencePartProps = {
  evidence: Outputs['admin']['evidence'];
  /** Formats an instant (ms) in the business's time zone. */
  momentOf: (at: number) => string;
};

/** The disputes of the delivery with their reasons. Renders nothing if there are none. */
export function Disputes({ evidence: { delivery }, momentOf }: EvidencePartProps) {
  return delivery.disputes.map(({ id, amountCents, reason, status, dueBy }) => (
    <Panel key={id} tight icon="warning" title="Dispute">
      <DefinitionList
        items={[
          { term: 'Stripe ID', value: id },
          { term: 'Amount', value: formatDollars(amountCents) },
          { term: 'Cardholder says', value: disputeReasonText(reason) },
          { term: 'Status', value: DISPUTE_STATUS_LABELS[status] },
          { term: 'Respond by', value: dueBy === null ? null : momentOf(dueBy) },
        ]}
      />
    </Panel>
  ));
}

/** The delivery's facts: customer, dock, driver, gallons, price lines, payment, and refunds. */
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
            term: 'Driver’s position',
            value: position && `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`,
          },
          {
            term: 'Gallons delivered',
            value:
              delivery.actualGallonsTenths === null
                ? null
                : formatGallons(delivery.actualGallonsTenths),
          },
          ...ticketRows(delivery.ticket),
        ]}
      />
      <PriceLines
        className="border-t border-edge pt-4"
        quote={quoteOf(delivery)}
        order={{
          ...orderAsItStands(delivery),
          unitPriceCents: delivery.unitPriceCents,
          discount: delivery.discount,
        }}
        testMode={delivery.testMode}
        hideEmpty
        after={[
          { term: 'Total', value: formatDollars(delivery.totalPriceCents) },
          ...taxRows(delivery.taxes),
          { term: 'Paid', value: formatDollars(delivery.totalPaidCents) },
          { term: 'Paid at', value: delivery.paidAt && momentOf(delivery.paidAt) },
          { term: 'Card', value: card.last4 ? cardName(card) : null },
          ...refunds.map((refund) => ({
            key: refund.id,
            term: `Refund, ${momentOf(refund.createdAt)}`,
            value: `${formatDollars(refund.amountCents)}, ${REFUND_TEXTS[refund.state]}`,
          })),
        ]}
      />
    </div>
  );
}

/** The terms that the customer saw before saving a card. */
export function Terms({ evidence: { terms }, momentOf }: EvidencePartProps) {
  return (
    <div className="flex flex-col gap-3">
      <DefinitionList
        items={[
          { term: 'Booked', value: momentOf(terms.bookedAt) },
          { term: 'Card saved', value: terms.cardSavedAt && momentOf(terms.cardSavedAt) },
        ]}
      />
      <p className="text-muted">The customer saw these terms when saving the card:</p>
      <ul className="list-disc ps-5">
        {terms.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {terms.standardTexts.map(({ id, kind, text }) => (
        <section key={id}>
          <h3 className="font-semibold">{`${LEGAL_TITLES[kind]}, standard version ${id}`}</h3>
          <p className="text-sm whitespace-pre-line">{text}</p>
        </section>
      ))}
    </div>
  );
}

/** Every step of the delivery, starting with the booking. */
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

/** The full texts of all messages to the customer and staff. */
export function MessageEvidence({ evidence: { messages }, momentOf }: EvidencePartProps) {
  if (messages.length === 0) {
    return <p className="text-muted">No messages were sent.</p>;
  }
  return (
    <ol className="flex flex-col divide-y divide-edge">
      {messages.map(({ id, recipient, subject, body, sentAt }) => (
        <li key={id} className="py-2 print:break-inside-avoid">
          <p className="wrap-anywhere font-semibold">{subject}</p>
          <p className="text-sm text-muted wrap-anywhere">
            To {recipient}, {sentAt === null ? 'not sent yet' : momentOf(sentAt)}
          </p>
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{body}</p>
        </li>
      ))}
    </ol>
  );
}
