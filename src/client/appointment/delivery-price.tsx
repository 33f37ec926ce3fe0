import type { Definition } from '@/client/components/definition-list';
import { Money } from '@/client/components/money';
import type { Outputs } from '@/client/lib/trpc';
import { formatDollars } from '@/domain/money';
import { orderAsItStands } from '@/domain/order/order';
import { quoteOf } from '@/domain/pricing/quote';
import { PriceLines } from './price-lines';

type DeliveryPriceProps = {
  delivery: Outputs['booking']['list'][number];
  /** Rows after the total, such as payments. */
  after?: readonly (Definition | false | null)[];
  className?: string;
};

/** Shows the lines of a delivery's price, and its total. */
export function DeliveryPrice({ delivery, after = [], className }: DeliveryPriceProps) {
  const total = {
    key: 'total',
    term: delivery.status === 'completed' ? 'Total' : 'Estimated total',
    value: <Money size="lg">{formatDollars(delivery.totalPriceCents)}</Money>,
  };
  return (
    <PriceLines
      quote={quoteOf(delivery)}
      order={{ ...orderAsItStands(delivery), unitPriceCents: delivery.unitPriceCents }}
      testMode={delivery.testMode}
      hideEmpty
      after={[total, ...after]}
      className={className}
    />
  );
}
