import * as z from 'zod/mini';
import { isSameAddress } from '../account/docks';
import { wholeNumber } from '../fields';
import { type UnitPrice, unitPrice } from '../money';
import type { Delivered, Order } from '../order/order';
import { orderFields } from '../order/order.schema';
import { MAX_CHARGE_CENTS } from '../payment/charge';
import { unitPriceOf } from '../pricing/quote';
import { pricePerGallon } from '../pricing/unit-price';

/** The order that a driver's device showed when the driver recorded its delivery. */
export const shownOrderSchema = z.pipe(
  z.object({
    version: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'The version must be a whole number.'),
    fuelType: orderFields.fuelType,
    unitPrice: pricePerGallon('Enter the price per gallon in dollars, such as 4.10.', {
      most: MAX_CHARGE_CENTS,
    }),
    location: orderFields.location,
    slipNumber: orderFields.slipNumber,
    smallIceBags: orderFields.smallIceBags,
    largeIceBags: orderFields.largeIceBags,
  }),
  z.transform(({ unitPrice, ...shown }) => ({ ...shown, unitPriceCents: unitPrice })),
);
export type ShownOrder = z.infer<typeof shownOrderSchema>;

/**
 * The ways in which the order differs from the one on the device. Any of them puts the charge in
 * review.
 */
export const SHOWN_DOUBTS = ['other_fuel', 'other_place', 'other_ice'] as const;
export type ShownDoubt = (typeof SHOWN_DOUBTS)[number];

type Bags = Pick<Order, 'smallIceBags' | 'largeIceBags'>;
type Place = Pick<Order, 'location' | 'slipNumber'>;
type Priced = { unitPriceCents: UnitPrice; customUnitPriceCents: UnitPrice | null };

/**
 * Returns the delivered bags. A form sends only the bags that it showed. For omitted bags, the
 * ordered number counts, but never more than the device showed.
 */
export function deliveredBags(
  ordered: Bags,
  sent: Partial<Bags> & { shown?: Bags | undefined },
): Bags {
  const of = (size: keyof Bags) =>
    sent[size] ?? Math.min(ordered[size], sent.shown?.[size] ?? ordered[size]);
  return { smallIceBags: of('smallIceBags'), largeIceBags: of('largeIceBags') };
}

const isSamePlace = (one: Place, other: Place) =>
  isSameAddress(one.location, other.location) &&
  (one.slipNumber ?? '').trim() === (other.slipNumber ?? '').trim();

/**
 * Returns how a delivery differs from the current order, because the driver worked from an older
 * one. Bags are only in doubt if the ordered number equals neither the shown nor the delivered
 * number.
 */
export function doubtsSinceShown(
  ordered: Order,
  delivered: Delivered,
  shown: ShownOrder | undefined,
): ShownDoubt[] {
  if (!shown) return [];
  const differs = (bags: Bags) =>
    bags.smallIceBags !== ordered.smallIceBags || bags.largeIceBags !== ordered.largeIceBags;
  const isDoubtful: Record<ShownDoubt, boolean> = {
    other_fuel: delivered.actualGallonsTenths > 0 && shown.fuelType !== ordered.fuelType,
    other_place: !isSamePlace(shown, ordered),
    other_ice: differs(shown) && differs(delivered),
  };
  return SHOWN_DOUBTS.filter((doubt) => isDoubtful[doubt]);
}

/**
 * Returns the values to store for the parts in doubt, as the driver delivered them. Of two fuel
 * prices, the lower one applies, because the customer didn't agree to more.
 */
export function columnsAsDone(row: Priced, doubts: readonly ShownDoubt[], shown: ShownOrder) {
  const { fuelType, location, slipNumber } = shown;
  const unitPriceCents = unitPrice(Math.min(unitPriceOf(row), shown.unitPriceCents));
  return {
    ...(doubts.includes('other_fuel') && { fuelType, unitPriceCents, customUnitPriceCents: null }),
    ...(doubts.includes('other_place') && { location, slipNumber }),
  };
}

/**
 * Returns the sentences for staff. They contain no address because a review item outlives its
 * customer's data.
 */
export function shownDoubtText(
  doubts: readonly ShownDoubt[],
  ordered: Pick<Order, 'fuelType'>,
  shown: ShownOrder | undefined,
): string {
  const sentences: Record<ShownDoubt, string> = {
    other_fuel: `The driver delivered ${shown?.fuelType}, but the order was changed to ${ordered.fuelType}.`,
    other_place:
      'The driver delivered to the dock shown on the device, but the order was changed to a different dock.',
    other_ice: 'The ice in the order was changed after the device showed it.',
  };
  return doubts.map((doubt) => sentences[doubt]).join(' ');
}
