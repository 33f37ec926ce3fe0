import { Badge } from '@/client/components/badge';
import { DefinitionList } from '@/client/components/definition-list';
import { formatDollars } from '@/domain/money';
import type { Quote } from '@/domain/pricing/quote';

type PriceSummaryProps = {
  /** Null while the fuel price is not known. */
  quote: Quote | null;
  gallons: number;
  unitPriceCents: number | null;
  smallIceBags: number;
  largeIceBags: number;
  testMode: boolean;
};

const UNKNOWN = '–';

/** The lines of the total, moving with every keystroke. */
export function PriceSummary(props: PriceSummaryProps) {
  const { quote, gallons, unitPriceCents, smallIceBags, largeIceBags, testMode } = props;
  const amount = (cents: number | undefined) =>
    cents === undefined ? UNKNOWN : formatDollars(cents);
  const detail = (text: string) => <span className="text-sm"> {text}</span>;
  const fuelDetail =
    gallons > 0 && unitPriceCents !== null
      ? detail(`${gallons} gal at ${formatDollars(unitPriceCents)}`)
      : null;
  const iceDetail = [
    smallIceBags > 0 && `${smallIceBags} small`,
    largeIceBags > 0 && `${largeIceBags} large`,
  ].filter((text) => text !== false);
  return (
    <DefinitionList
      items={[
        { key: 'fuel', term: <>Fuel{fuelDetail}</>, value: amount(quote?.fuelCents) },
        {
          key: 'ice',
          term: <>Ice{iceDetail.length > 0 ? detail(iceDetail.join(', ')) : null}</>,
          value: amount(quote?.iceCents),
        },
        {
          key: 'delivery',
          term: 'Delivery',
          value: testMode ? 'Waived' : amount(quote?.deliveryCents),
        },
        testMode && {
          key: 'card',
          term: 'Payment',
          value: (
            <Badge tone="teal" icon="card">
              Test Card
            </Badge>
          ),
        },
      ]}
    />
  );
}
