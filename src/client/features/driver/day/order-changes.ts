import { boatText, fillerText, fuelsText } from '@/client/appointment/driver-facts';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatDollars } from '@/domain/money';
import { ORDER_FACTS, ORDER_FIELDS, orderFactText } from '@/domain/order/order';
import { yesOrNo } from '@/domain/text';
import type { Delivery } from './driver-day';

/** A stop's order in words, by what each is called; null if there is none. */
export type OrderInWords = Record<string, string | null>;

/** One fact that differs, with both values in words. */
export type OrderChange = { label: string; from: string; to: string };

/** All that a driver goes by at the dock. The time and the customer don't change what is poured. */
export function orderInWords(delivery: Delivery): OrderInWords {
  // A build before boats and docks were known stored a day without them.
  const { boat = null, dock = null } = delivery;
  const ordered = ORDER_FIELDS.map((field) => [
    ORDER_FACTS[field].label,
    orderFactText(delivery, field),
  ]);
  return {
    ...Object.fromEntries(ordered),
    [ORDER_FACTS.fillUp.label]: yesOrNo(delivery.fillUp),
    'Price per gallon': formatDollars(delivery.unitPriceCents),
    Boat: boat && boatText(boat),
    'Boat takes': boat && fuelsText(boat),
    Tank: boat?.fuelCapacity ? withNoBreaks(`${boat.fuelCapacity} gal`) : null,
    'Fuel fill': boat && fillerText(boat),
    'Gate code': dock?.gateCode ?? null,
    'At the dock': dock?.note ?? null,
  };
}

/** What became of an order since the driver was shown it. */
export function changesBetween(before: OrderInWords, now: OrderInWords): OrderChange[] {
  return Object.keys(now).flatMap((label) => {
    const [from, to] = [before[label] ?? 'none', now[label] ?? 'none'];
    // What a former build did not keep is not known to have changed.
    return from === to || !(label in before) ? [] : [{ label, from, to }];
  });
}

/** "Estimated gallons: 20 (was 10)" */
export const changeText = ({ label, from, to }: OrderChange) => `${label}: ${to} (was ${from})`;
