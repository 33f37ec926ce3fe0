/**
 * The prices and fees that the owner sets in Settings, under Prices and fees. A change applies from an
 * instant on, so a planned one applies automatically.
 */
import { type Cents, cents, formatDollars, NO_CENTS, toTenths, type UnitPrice } from '../money';
import { EMPTY_ORDER, type OrderItems, orderText } from '../order/order';
import { FIRST_LIMITS, type OrderLimits } from '../order/order-limits';
import type { LocalMoment } from '../time';
import {
  chargedUnitPrices,
  FIRST_SERVICE_CHARGE_CENTS,
  type FuelType,
  type MarketPrices,
} from './fuel';
import { FIRST_PRICE_LIST, type PriceList } from './price-list';
import { quoteNew } from './quote';

/** Every price, fee, and limit of an order that the owner sets. */
export type OwnPrices = PriceList &
  OrderLimits & {
    /** Per gallon, added to the market price. */
    serviceChargeCents: Cents;
    /** The minimum price of an order's fuel and ice. 0 allows any order. */
    minimumOrderCents: Cents;
  };
export type OwnPrice = keyof OwnPrices;

/** The prices and fees until the owner sets others. */
export const FIRST_PRICES: OwnPrices = {
  ...FIRST_PRICE_LIST,
  ...FIRST_LIMITS,
  serviceChargeCents: FIRST_SERVICE_CHARGE_CENTS,
  minimumOrderCents: NO_CENTS,
};

type PriceFact = {
  label: string;
  /** The unit or the part of an order that an amount applies to. */
  per: string;
  /** In cents, or a whole number. */
  unit: 'dollars' | 'count';
  least: number;
  /** A higher amount is probably a misplaced decimal point. */
  most: number;
  text: (amount: number) => string;
};

const dollarsText = (amount: number) => formatDollars(cents(amount));
const DOLLARS = { unit: 'dollars', least: 0, text: dollarsText } as const;
const PER_DELIVERY = { ...DOLLARS, per: 'per delivery', most: 500_00 };
const PER_BAG = { ...DOLLARS, per: 'per bag', most: 100_00 };
const PER_ORDER = { unit: 'count', per: 'per order', least: 1, text: String } as const;

/** Every price with its label, in display order. */
export const PRICE_FACTS: { readonly [Name in OwnPrice]: PriceFact } = {
  serviceChargeCents: { label: 'Service Charge', ...DOLLARS, per: 'per gallon', most: 10_00 },
  fuelFeeCents: { label: 'Delivery Fee, Fuel', ...PER_DELIVERY },
  iceFeeCents: { label: 'Delivery Fee, Ice', ...PER_DELIVERY },
  bothFeeCents: { label: 'Delivery Fee, Fuel and Ice', ...PER_DELIVERY },
  smallBagCents: { label: 'Small Ice Bag', ...PER_BAG },
  largeBagCents: { label: 'Large Ice Bag', ...PER_BAG },
  minimumOrderCents: {
    label: 'Minimum Order',
    ...DOLLARS,
    per: 'before the delivery fee',
    most: 1_000_00,
    text: (amount) => (amount === 0 ? 'none' : dollarsText(amount)),
  },
  mostGallons: { label: 'Maximum Gallons', ...PER_ORDER, most: FIRST_LIMITS.mostGallons },
  mostBags: { label: 'Maximum Ice Bags', ...PER_ORDER, most: FIRST_LIMITS.mostBags },
};
export const OWN_PRICES = Object.keys(PRICE_FACTS) as readonly OwnPrice[];

/** A change of some prices from a certain instant, or the cancellation of an earlier entry. */
export type PriceEntry = {
  /** Later entries have higher numbers. */
  id: number;
  startsAt: number;
  prices: Partial<OwnPrices>;
  /** The market prices that begin with it, as if they were set manually at that instant. */
  market?: MarketPrices | null;
  /** The entry that this one cancels. Null for a change of prices. */
  cancels: number | null;
};

/** All changes ever made. Entries are only ever added. */
export type PriceBook = readonly PriceEntry[];

/** Returns the changes that weren't cancelled, in the order in which they apply. */
export function changesIn<E extends PriceEntry>(book: readonly E[]): E[] {
  const cancelled = new Set(book.map(({ cancels }) => cancels));
  return book
    .filter(({ id, cancels }) => cancels === null && !cancelled.has(id))
    .toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id);
}

/** Returns the prices in force at an instant (ms). */
export function pricesAt(book: PriceBook, at: number): OwnPrices {
  const past = changesIn(book).filter(({ startsAt }) => startsAt <= at);
  return Object.assign({ ...FIRST_PRICES }, ...past.map(({ prices }) => prices));
}

/** Returns the planned changes that begin by a date and time on the business's clock, in order. */
const begunBy = (changes: readonly PlannedChange[], at: LocalMoment) =>
  changes
    .filter(
      ({ state, start }) =>
        state === 'upcoming' &&
        (start.date < at.date || (start.date === at.date && start.minutes <= at.minutes)),
    )
    .toReversed();

/**
 * Returns the prices in force at a date and time on the business's clock, for a preview in a browser.
 *
 * @param changes every change, the latest first
 */
export function pricesOn(
  { prices, changes }: { prices: OwnPrices; changes: readonly PlannedChange[] },
  at: LocalMoment,
): OwnPrices {
  const begun = begunBy(changes, at).map(({ entry }) => entry.prices);
  return Object.assign({ ...prices }, ...begun);
}

/** Returns the market prices at that date and time: today's, or the ones planned until then. */
export function marketOn(
  { market, changes }: { market: MarketPrices; changes: readonly PlannedChange[] },
  at: LocalMoment,
): MarketPrices {
  const last = begunBy(changes, at).findLast(({ entry }) => entry.market);
  return last?.entry.market ?? market;
}
type PlannedChange = Pick<PriceChange<PriceEntry>, 'state' | 'entry'> & { start: LocalMoment };

/** Returns the changes that don't apply yet, the next one first. */
export function upcomingIn<E extends PriceEntry>(book: readonly E[], now: number): E[] {
  return changesIn(book).filter(({ startsAt }) => startsAt > now);
}

/** Returns the instant of the next planned change, or null if there is none. */
export const nextChangeAt = (book: PriceBook, now: number): number | null =>
  upcomingIn(book, now)[0]?.startsAt ?? null;

/** One price or limit before and after a change. */
export type PriceStep = { name: OwnPrice; from: number; to: number };

/** A change with the prices it replaced. */
export type PriceChange<E extends PriceEntry> = {
  entry: E;
  steps: PriceStep[];
  state: 'past' | 'upcoming' | 'cancelled';
};

/** Returns every change ever made, with the prices it replaced, the latest first. */
export function priceChanges<E extends PriceEntry>(
  book: readonly E[],
  now: number,
): PriceChange<E>[] {
  const kept = changesIn(book);
  return book
    .filter(({ cancels }) => cancels === null)
    .map((entry) => {
      const isKept = kept.includes(entry);
      const state = entry.startsAt > now ? 'upcoming' : 'past';
      return {
        entry,
        steps: stepsOf(pricesBefore(kept, entry), entry.prices),
        state: isKept ? (state as 'past' | 'upcoming') : ('cancelled' as const),
      };
    })
    .toSorted((a, b) => b.entry.startsAt - a.entry.startsAt || b.entry.id - a.entry.id);
}

/** Returns the prices that applied until an entry began. */
function pricesBefore(kept: PriceBook, { id, startsAt }: PriceEntry): OwnPrices {
  const earlier = kept.filter(
    (one) => one.startsAt < startsAt || (one.startsAt === startsAt && one.id < id),
  );
  return pricesAt(earlier, startsAt);
}

/** Returns the prices that change, in display order. */
export function stepsOf(from: OwnPrices, to: Partial<OwnPrices>): PriceStep[] {
  return OWN_PRICES.flatMap((name) => {
    const next = to[name];
    return next === undefined || next === from[name] ? [] : [{ name, from: from[name], to: next }];
  });
}

/** The prices for a new order. */
export type PricesNow = {
  /** Per gallon, including our service charge. */
  charged: Record<FuelType, UnitPrice>;
  list: OwnPrices;
};

/** Returns the prices for a new order from the market prices and the owner's own. */
export const pricesNow = (market: MarketPrices, list: OwnPrices): PricesNow => ({
  charged: chargedUnitPrices(market, list.serviceChargeCents),
  list,
});

/** Sample orders that show the owner the effect of a change. */
export const SAMPLE_ORDERS: readonly OrderItems[] = [
  { ...EMPTY_ORDER, estimatedGallonsTenths: toTenths(30), smallIceBags: 2 },
  { ...EMPTY_ORDER, estimatedGallonsTenths: toTenths(20) },
  { ...EMPTY_ORDER, smallIceBags: 2, largeIceBags: 1 },
];

/** Formats a sample: "30 gal Regular, 2 small ice bags: $163.00 → $168.00". */
export function sampleText(order: OrderItems, before: PricesNow, after: PricesNow): string {
  const [from, to] = [before, after].map((prices) =>
    formatDollars(quoteNew(order, prices).totalCents),
  );
  return `${orderText(order)}: ${from === to ? `${from}, unchanged` : `${from} → ${to}`}`;
}
