import {
  type Amounts,
  type Carried,
  carriedIn,
  FIRST_PRICE_LIST,
  type PriceList,
} from './price-list';

const NAMES = Object.keys(FIRST_PRICE_LIST) as readonly (keyof PriceList)[];

/** Picks the list from settings that have more prices. */
export function priceListOf(prices: PriceList): PriceList {
  return Object.fromEntries(NAMES.map((name) => [name, prices[name]])) as PriceList;
}

const isSame = (one: PriceList, other: PriceList) =>
  NAMES.every((name) => one[name] === other[name]);

/** Returns the list to store with an appointment. The first list is stored as null. */
export function storedPriceList(prices: PriceList): PriceList | null {
  return isSame(prices, FIRST_PRICE_LIST) ? null : priceListOf(prices);
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
