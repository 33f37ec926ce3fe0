import { type Definition, DefinitionList } from '@/client/components/definition-list';
import { withNoBreaks } from '@/client/lib/no-breaks';
import type { UnitPrice } from '@/domain/money';
import type { OrderItems } from '@/domain/order/order';
import type { Discount } from '@/domain/pricing/discount';
import { lineAmount, lineDetail, lineLabel, PRICE_LINES, type Quote } from '@/domain/pricing/quote';

type PriceLinesProps = {
  /** Null until the price is known. */
  quote: Quote | null;
  /** Adds the order's amounts to the labels of the lines, unless it's null. */
  order: (OrderItems & { unitPriceCents: UnitPrice; discount?: Discount | null }) | null;
  /** True if a promo code waives the delivery fee. */
  testMode: boolean;
  /** Hides lines of $0.00, as a receipt does. */
  hideEmpty?: boolean;
  /** Rows before the lines, such as where the fuel goes. */
  before?: readonly Definition[];
  /** Rows after the lines, such as the total. */
  after?: readonly (Definition | false | null)[];
  className?: string;
};

/** Shows the lines of a quote. */
export function PriceLines(props: PriceLinesProps) {
  const { quote, order, testMode, hideEmpty = false, before = [], after = [], className } = props;
  const lines = PRICE_LINES.map((line) => {
    const waived = line === 'delivery' && testMode;
    const isHidden = line === 'discount' || (hideEmpty && !waived && quote);
    if (isHidden && !quote?.lines[line]) return null;
    const detail = order && lineDetail(line, order, order.unitPriceCents);
    return {
      key: line,
      term: (
        <>
          {lineLabel(line, order?.discount)}
          {detail ? (
            <span key={detail} className="text-sm">
              {' '}
              {withNoBreaks(detail)}
            </span>
          ) : null}
        </>
      ),
      // Next to a long label on a narrow screen, the amount would wrap, so it's kept on one line.
      value: (
        <span className="whitespace-nowrap" translate="no">
          {waived ? 'Waived' : quote ? lineAmount(quote.lines[line]) : '–'}
        </span>
      ),
    };
  });
  return <DefinitionList className={className} items={[...before, ...lines, ...after]} />;
}
