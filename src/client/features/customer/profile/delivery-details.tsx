import { ReceiptPrice } from '@/client/appointment/receipt-price';
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

/** A delivery with its photos and how it was paid. */
export type Details = Outputs['booking']['get'];

const PHOTO_TITLES: Record<Details['photos'][number]['kind'], string> = {
  receipt: 'Receipt',
  fuel: 'Fuel delivery',
  issue: 'Photo',
  ...PROOF_LABELS,
};

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
      <ReceiptPrice delivery={delivery} />
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
