import type { Definition } from '@/client/components/definition-list';
import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { fuelIntoText, orderAsItStands } from '@/domain/order/order';
import { quoteOf } from '@/domain/pricing/quote';
import { totalWord } from '@/domain/pricing/total-text';
import { PriceLines } from './price-lines';

type DeliveryPriceProps = {
  delivery: Outputs['booking']['create']['appointment'];
  /** Rows after the total, such as payments. */
  after?: readonly (Definition | false | null)[];
  className?: string;
};

/** Shows the lines of a delivery's price, and its total. */
export function DeliveryPrice({ delivery, after = [], className }: DeliveryPriceProps) {
  const isDelivered = delivery.status === 'completed';
  const order = orderAsItStands(delivery);
  const into = {
    term: isDelivered ? 'Fuel went into' : 'Fuel goes into',
    value: fuelIntoText(order),
  };
  const total = {
    key: 'total',
    term: 'Total',
    value: (
      <>
        {isDelivered ? null : <span className="font-normal">{totalWord(delivery)} </span>}
        <Money size="lg">{formatDollars(delivery.totalPriceCents)}</Money>
      </>
    ),
  };
  return (
    <PriceLines
      quote={quoteOf(delivery)}
      order={{
        ...order,
        unitPriceCents: delivery.unitPriceCents,
        discount: delivery.discount,
      }}
      testMode={delivery.testMode}
      hideEmpty
      after={[total, ...after]}
      before={[into]}
      className={className}
    />
  );
}
