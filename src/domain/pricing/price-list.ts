import { type Cents, cents, NO_CENTS, plus } from '../money';
import type { OrderItems } from '../order/order';

/** The prices of an order apart from its fuel. An appointment keeps the list it was booked with. */
export type PriceList = {
  /** Medium bags are stored but never priced. */
  smallBagCents: Cents;
  largeBagCents: Cents;
  /** Delivery fees for fuel alone, for ice alone, and for both together. */
  fuelFeeCents: Cents;
  iceFeeCents: Cents;
  bothFeeCents: Cents;
};

/** The list until the owner sets other prices. Appointments without a list of their own have it. */
export const FIRST_PRICE_LIST: PriceList = {
  smallBagCents: cents(500),
  largeBagCents: cents(700),
  fuelFeeCents: cents(2500),
  iceFeeCents: cents(1000),
  bothFeeCents: cents(3000),
};

/** The contents of a delivery, which determine its fee. */
export type Carried = 'fuelFeeCents' | 'iceFeeCents' | 'bothFeeCents';
export type Amounts = Pick<OrderItems, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'>;

/** Returns the fee for an order's contents, or null if there are none. */
export function carriedIn({ estimatedGallonsTenths, smallIceBags, largeIceBags }: Amounts) {
  const hasFuel = estimatedGallonsTenths > 0;
  const hasIce = smallIceBags + largeIceBags > 0;
  if (hasFuel) return hasIce ? 'bothFeeCents' : 'fuelFeeCents';
  return hasIce ? 'iceFeeCents' : null;
}

/** Returns the delivery fee for an order's contents: fuel, ice, both, or nothing. */
export function deliveryFee(order: Amounts, list: PriceList): Cents {
  const carried = carriedIn(order);
  return carried ? list[carried] : NO_CENTS;
}

/** Returns the price of an order's ice. */
export function icePrice({ smallIceBags, largeIceBags }: Amounts, list: PriceList): Cents {
  return plus(cents(list.smallBagCents * smallIceBags), cents(list.largeBagCents * largeIceBags));
}
