import { slipText } from '@/client/appointment/slip-text';
import { TimeRange } from '@/client/appointment/when';
import { DefinitionList } from '@/client/components/definition-list';
import { Money } from '@/client/components/money';
import { PhoneText } from '@/client/components/phone-link';
import { useDayInstants } from '@/client/features/driver/day/day-instants';
import type { Delivery } from '@/client/features/driver/day/driver-day';
import { lateTextOf } from '@/client/features/driver/day/stop-times';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatDollars, formatGallons } from '@/domain/money';
import {
  iceSizesText,
  ORDER_FACTS,
  ORDER_FIELDS,
  type Order,
  orderFactText,
} from '@/domain/order/order';
import type { ExpectedStop } from '@/domain/route/lateness';
import { FactLine } from './fact-line';

/** StopFacts shows these in large type, and OrderFacts lists the rest. */
const LARGE = new Set<keyof Order>([
  'location',
  'slipNumber',
  'driverNote',
  'fuelType',
  'estimatedGallonsTenths',
  'smallIceBags',
  'mediumIceBags',
  'largeIceBags',
]);
const LISTED = ORDER_FIELDS.filter((field) => !LARGE.has(field));

type FactsProps = { delivery: Delivery; expected: ExpectedStop | undefined };

/** The stop's place, time, and order, readable at arm's length. */
export function StopFacts({ delivery, expected }: FactsProps) {
  const slip = slipText(delivery.slipNumber);
  const ice = iceSizesText(delivery);
  const late = lateTextOf(expected);
  return (
    <div className="flex flex-col gap-1.5 text-lg">
      <FactLine icon="pin">
        <span className="text-xl font-semibold">
          {delivery.location}
          {slip ? `, ${slip}` : null}
        </span>
      </FactLine>
      {delivery.driverNote ? <FactLine icon="info">{delivery.driverNote}</FactLine> : null}
      <FactLine icon="clock">
        <TimeRange time={delivery.time} />
        {late ? <strong className="text-error">, {late}</strong> : null}
      </FactLine>
      <div className="flex flex-wrap items-end gap-x-3">
        <div className="flex min-w-[min(100%,9rem)] flex-1 flex-col gap-1.5">
          {delivery.estimatedGallonsTenths > 0 ? (
            <FactLine icon="fuel">
              <strong>
                {withNoBreaks(`${formatGallons(delivery.estimatedGallonsTenths)} gallons`)}
              </strong>{' '}
              {delivery.fuelType}
            </FactLine>
          ) : null}
          {ice ? <FactLine icon="ice">Ice bags: {ice}</FactLine> : null}
        </div>
        <Money>{formatDollars(delivery.totalPriceCents)}</Money>
      </div>
    </div>
  );
}

/** The rest of the order, and its customer. */
export function OrderFacts({ delivery, expected }: FactsProps) {
  const { formatTimeOfDay } = useDayInstants();
  const phone = delivery.customerPhone;
  return (
    <DefinitionList
      items={[
        { term: 'Expected', value: expected && `about ${formatTimeOfDay(expected.expectedAt)}` },
        { term: 'Customer', value: delivery.customerName },
        { term: 'Phone', value: phone && <PhoneText phone={phone} /> },
        ...LISTED.map((field) => ({
          term: ORDER_FACTS[field].label,
          value: orderFactText(delivery, field),
        })),
      ]}
    />
  );
}
