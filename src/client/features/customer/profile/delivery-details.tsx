import { DeliveryPrice } from '@/client/appointment/delivery-price';
import { PAYMENT_TONES } from '@/client/appointment/tones';
import { TimeRange } from '@/client/appointment/when';
import { Badge } from '@/client/components/badge';
import { DefinitionList } from '@/client/components/definition-list';
import { PhoneLink } from '@/client/components/phone-link';
import { PhotoFrame } from '@/client/components/photo/photo-frame';
import { useInstants } from '@/client/lib/business-zone';
import { useCompany } from '@/client/lib/company';
import type { Outputs } from '@/client/lib/trpc';
import { PROOF_LABELS } from '@/domain/appointment/proof';
import { formatLongDate } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { cardName } from '@/domain/payment/card';

/** A delivery with its photos and how it was paid. */
export type Details = Outputs['booking']['get'];

const PHOTO_TITLES: Record<Details['photos'][number]['kind'], string> = {
  receipt: 'Receipt',
  fuel: 'Fuel delivery',
  issue: 'Photo',
  ...PROOF_LABELS,
};

const wayText = (way: string) => (way === 'transfer' ? 'bank transfer' : way);

/** Names the payment method of the delivery, which isn't always the saved card. */
function paidWith({ paidHow, payments, paidCard }: Details): string {
  const way = payments[0]?.way;
  if (paidHow && way && way !== 'card') return wayText(way).replace(/^./, (c) => c.toUpperCase());
  return paidCard?.last4 ? cardName(paidCard) : 'Card';
}

/** Returns the row of one of several payments: for the delivery, or for a correction. */
function paymentRow(
  { kind, way, receivedCents, ...card }: Details['payments'][number],
  at: number,
) {
  const name = cardName({ brand: card.cardBrand, last4: card.cardLast4 });
  return {
    key: `payment-${at}`,
    term: `${kind === 'correction' ? 'Correction' : 'Delivery'}, ${way === 'card' ? name : wayText(way)}`,
    value: formatDollars(receivedCents),
  };
}

type DeliveryDetailsProps = {
  delivery: Details;
  /** The customer's name, for printing. The page of a delivery link doesn't know it. */
  customer?: string | null | undefined;
};

/** Shows a delivery's receipt with its price, payments, and photos. It prints on one page. */
export function DeliveryDetails({ delivery, customer }: DeliveryDetailsProps) {
  const company = useCompany();
  const { formatLongInstant } = useInstants();
  return (
    <div data-print className="flex flex-col gap-5">
      <div>
        <p className="text-lg font-semibold">{company?.name}</p>
        {company ? (
          <p className="wrap-anywhere text-muted">
            <span className="block">{company.address}</span>
            <PhoneLink phone={company.phone} />, {company.email}
            <span className="block">{company.license}</span>
          </p>
        ) : null}
        <p className="mt-2">Receipt {delivery.publicCode}</p>
        {customer ? <p>For {customer}</p> : null}
      </div>
      <DefinitionList
        layout="stacked"
        items={[
          { term: 'Date', value: formatLongDate(delivery.date) },
          { term: 'Time', value: <TimeRange time={delivery.time} /> },
          {
            term: 'Delivered to',
            value: [delivery.location, delivery.slipNumber].filter(Boolean).join(', '),
          },
          delivery.boatName !== null && { term: 'Boat', value: delivery.boatName },
          delivery.completedAt !== null && {
            term: 'Delivered on',
            value: formatLongInstant(delivery.completedAt),
          },
          delivery.deliveredBy !== null && { term: 'Driver', value: delivery.deliveredBy },
          ...delivery.ticketRows,
          { term: 'Code', value: delivery.publicCode },
        ]}
      />
      <DeliveryPrice
        delivery={delivery}
        className="border-t border-edge pt-4"
        after={[
          ...delivery.taxRows,
          delivery.totalPaidCents > 0 && {
            term: 'Paid',
            value: formatDollars(delivery.totalPaidCents),
          },
          ...(delivery.payments.length > 1
            ? delivery.payments.map(paymentRow)
            : [delivery.totalPaidCents > 0 && { term: 'Paid with', value: paidWith(delivery) }]),
          delivery.paidOn !== null && { term: 'Paid on', value: formatLongDate(delivery.paidOn) },
          delivery.refundedCents > 0 && {
            term: 'Refunded',
            value: formatDollars(delivery.refundedCents),
          },
          delivery.remainingBalanceCents > 0 && {
            term: 'Balance due',
            value: formatDollars(delivery.remainingBalanceCents),
          },
          delivery.totalPaidCents === 0 &&
            delivery.cardLast4 !== null && {
              term: 'Saved card',
              value: cardName({ brand: delivery.cardBrand, last4: delivery.cardLast4 }),
            },
        ]}
      />
      <p>
        <Badge tone={PAYMENT_TONES[delivery.balancePaid ? 'Paid' : 'Unpaid']}>
          {delivery.paymentChip}
        </Badge>
      </p>
      {delivery.photos.length > 0 ? (
        <div className="grid grid-cols-2 gap-3">
          {delivery.photos.map(({ id, kind }) => (
            <PhotoFrame
              key={id}
              src={`/api/photos/${id}`}
              isWhole={kind === 'signature'}
              alt={PHOTO_TITLES[kind]}
              caption={PHOTO_TITLES[kind]}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
