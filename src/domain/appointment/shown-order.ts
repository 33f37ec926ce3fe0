import * as z from 'zod/mini';
import { isSameAddress } from '../account/docks';
import { dollars, wholeNumber } from '../fields';
import { type Cents, cents } from '../money';
import type { Delivered, Order } from '../order/order';
import { orderFields } from '../order/order.schema';
import { MAX_CHARGE_CENTS } from '../payment/charge';
import { unitPriceOf } from '../pricing/quote';

/** What a driver's device showed of an order when the driver recorded its delivery. */
export const shownOrderSchema = z.pipe(
  z.object({
    version: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A version is a whole number.'),
    fuelType: orderFields.fuelType,
    unitPrice: dollars('Enter the price per gallon in dollars, such as 4.10.', {
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

/** What the order no longer says as the device showed it, so that staff look at the charge. */
export const SHOWN_DOUBTS = ['other_fuel', 'other_place', 'other_ice'] as const;
export type ShownDoubt = (typeof SHOWN_DOUBTS)[number];

type Bags = Pick<Order, 'smallIceBags' | 'largeIceBags'>;
type Place = Pick<Order, 'location' | 'slipNumber'>;
type Priced = { unitPriceCents: Cents; customUnitPriceCents: Cents | null };

/**
 * The bags that were delivered. A form sends only bags that it showed, so bags that are left out came as
 * ordered, and never more than the driver could see.
 */
export function deliveredBags(
  ordered: Bags,
  said: Partial<Bags> & { shown?: Bags | undefined },
): Bags {
  const of = (size: keyof Bags) =>
    said[size] ?? Math.min(ordered[size], said.shown?.[size] ?? ordered[size]);
  return { smallIceBags: of('smallIceBags'), largeIceBags: of('largeIceBags') };
}

const isSamePlace = (one: Place, other: Place) =>
  isSameAddress(one.location, other.location) &&
  (one.slipNumber ?? '').trim() === (other.slipNumber ?? '').trim();

/**
 * Why a delivery isn't the one that the order asks for by now: the driver went by what the device showed.
 * Bags are in doubt if the order has others than were shown, and others than were delivered.
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
 * The order's fields as the driver did them, for those that are in doubt. Of two prices the lower one
 * holds: the customer agreed to no more than that for what came.
 */
export function columnsAsDone(row: Priced, doubts: readonly ShownDoubt[], shown: ShownOrder) {
  const { fuelType, location, slipNumber } = shown;
  const unitPriceCents = cents(Math.min(unitPriceOf(row), shown.unitPriceCents));
  return {
    ...(doubts.includes('other_fuel') && { fuelType, unitPriceCents, customUnitPriceCents: null }),
    ...(doubts.includes('other_place') && { location, slipNumber }),
  };
}

/** The sentences for staff. They name no address: a review item outlives its customer's data. */
export function shownDoubtText(
  doubts: readonly ShownDoubt[],
  ordered: Pick<Order, 'fuelType'>,
  shown: ShownOrder | undefined,
): string {
  const sentences: Record<ShownDoubt, string> = {
    other_fuel: `The driver delivered ${shown?.fuelType}, but the order was changed to ${ordered.fuelType}.`,
    other_place:
      'The driver delivered to the place on the device, but the order has another one now.',
    other_ice: 'The ice in the order was changed after the device showed it.',
  };
  return doubts.map((doubt) => sentences[doubt]).join(' ');
}
