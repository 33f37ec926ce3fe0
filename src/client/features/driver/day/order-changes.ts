import { boatText, fuelFillText, fuelsText } from '@/client/appointment/driver-facts';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { formatDollars } from '@/domain/money';
import { ORDER_FACTS, ORDER_FIELDS, orderFactText } from '@/domain/order/order';
import { yesOrNo } from '@/domain/text';
import type { Delivery } from './driver-day';

/** A stop's order as text, by label. A value is null if the order doesn't have it. */
export type OrderInWords = Record<string, string | null>;

/** One changed fact, with both values as text. */
export type OrderChange = { label: string; from: string; to: string };

/**
 * The facts a driver works by at the dock. Time and customer are left out, because they don't
 * affect the fuel.
 */
export function orderInWords(delivery: Delivery): OrderInWords {
  // Days stored by older builds don't have boats and docks.
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
    'Fuel for the boat': boat && fuelsText(boat),
    Tank: boat?.fuelCapacity ? withNoBreaks(`${boat.fuelCapacity} gal`) : null,
    'Fuel fill': boat && fuelFillText(boat),
    'Gate code': dock?.gateCode ?? null,
    'At the dock': dock?.note ?? null,
  };
}

/** The changes to an order since the driver saw it. */
export function changesBetween(before: OrderInWords, now: OrderInWords): OrderChange[] {
  return Object.keys(now).flatMap((label) => {
    const [from, to] = [before[label] ?? 'none', now[label] ?? 'none'];
    // Older builds didn't store all facts, so a missing one doesn't count as changed.
    return from === to || !(label in before) ? [] : [{ label, from, to }];
  });
}

/** "Estimated gallons: 20 (was 10)" */
export const changeText = ({ label, from, to }: OrderChange) => `${label}: ${to} (was ${from})`;
