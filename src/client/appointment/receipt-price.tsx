import type { Outputs } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { formatDollars } from '@/domain/money';
import { cardName } from '@/domain/payment/card';
import { DeliveryPrice } from './delivery-price';

type Details = Outputs['booking']['get'];

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

/** Shows a delivery's price and how it was paid, as its receipt does. */
export function ReceiptPrice({ delivery }: { delivery: Details }) {
  return (
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
  );
}
