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

const NAMES = Object.keys(FIRST_PRICE_LIST) as readonly (keyof PriceList)[];

const isSame = (one: PriceList, other: PriceList) =>
  NAMES.every((name) => one[name] === other[name]);

/** Picks the list from settings that have more prices. */
export function priceListOf(prices: PriceList): PriceList {
  return Object.fromEntries(NAMES.map((name) => [name, prices[name]])) as PriceList;
}

/** Returns the list to store with an appointment. The first list is stored as null. */
export function storedPriceList(prices: PriceList): PriceList | null {
  return isSame(prices, FIRST_PRICE_LIST) ? null : priceListOf(prices);
}

/** The contents of a delivery, which determine its fee. */
type Carried = 'fuelFeeCents' | 'iceFeeCents' | 'bothFeeCents';
type Amounts = Pick<OrderItems, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'>;

function carriedIn({ estimatedGallonsTenths, smallIceBags, largeIceBags }: Amounts) {
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

/**
 * Returns the price list of a changed order. Items that were ordered before keep their promised
 * price, in any amount. Additions have today's price: a bag size that wasn't ordered, or the fee
 * for a new combination of fuel and ice. If a delivery of both is reduced to only fuel or only ice,
 * the promised fee applies.
 */
export function priceListAfter(
  before: Amounts & { priceList: PriceList | null },
  after: Amounts,
  today: PriceList,
): PriceList | null {
  const promised = before.priceList ?? FIRST_PRICE_LIST;
  const added: (keyof PriceList)[] = [];
  if (before.smallIceBags === 0 && after.smallIceBags > 0) added.push('smallBagCents');
  if (before.largeIceBags === 0 && after.largeIceBags > 0) added.push('largeBagCents');
  const fee = feeAdded(carriedIn(before), carriedIn(after));
  if (fee) added.push(fee);
  if (added.length === 0) return before.priceList;
  const prices = Object.fromEntries(added.map((name) => [name, today[name]]));
  return storedPriceList({ ...promised, ...prices });
}

function feeAdded(before: Carried | null, after: Carried | null): Carried | null {
  return before === after || before === 'bothFeeCents' ? null : after;
}
