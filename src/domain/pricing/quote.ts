import {
  type Cents,
  formatDollars,
  NO_CENTS,
  plus,
  priceOfGallons,
  toDollars,
  type UnitPrice,
} from '../money';
import { fuelText, iceSizesText, type OrderItems } from '../order/order';
import { type Discount, discountOn } from './discount';
import type { FuelType } from './fuel';
import { deliveryFee, FIRST_PRICE_LIST, icePrice, type PriceList } from './price-list';

/** The lines of a total with their labels, in display order. */
export const PRICE_LINE_LABELS = {
  fuel: 'Fuel',
  ice: 'Ice',
  delivery: 'Delivery fee',
  discount: 'Discount',
} as const;
export type PriceLine = keyof typeof PRICE_LINE_LABELS;
export const PRICE_LINES = Object.keys(PRICE_LINE_LABELS) as readonly PriceLine[];

/** A total and its lines, which add up to it to the cent. The discount's line is negative. */
export type Quote = { lines: Record<PriceLine, Cents>; totalCents: Cents };

/** The quote of an empty order. */
export const NO_PRICE: Quote = {
  lines: Object.fromEntries(PRICE_LINES.map((line) => [line, NO_CENTS])) as Quote['lines'],
  totalCents: NO_CENTS,
};

/** The terms of a quote. A test-mode promo code waives the delivery fee. */
export type Price = {
  /** Includes our service charge. */
  unitPriceCents: UnitPrice;
  testMode: boolean;
  /** Null means the list that applied before the owner set other prices. */
  priceList: PriceList | null;
  /** Omitted on a device that stored its day with an older version. */
  discount?: Discount | null;
};

/**
 * Prices an order. Each line is rounded once, half up, before the lines are added. A delivery is
 * priced like an order of the same amounts (`asDelivered`).
 */
export function quote(
  order: OrderItems,
  { unitPriceCents, testMode, priceList, discount }: Price,
): Quote {
  // A day that a device stored with an older version has no list.
  const list = priceList ?? FIRST_PRICE_LIST;
  const full = {
    fuel: priceOfGallons(order.estimatedGallonsTenths, unitPriceCents),
    ice: icePrice(order, list),
    delivery: testMode ? NO_CENTS : deliveryFee(order, list),
  };
  const lines: Quote['lines'] = { ...full, discount: discountOn(full, discount) };
  return { lines, totalCents: plus(NO_CENTS, ...Object.values(lines)) };
}

/** The prices for a new order: per gallon, including our service charge, and the price list. */
type NewPrices = { charged: Record<FuelType, UnitPrice>; list: PriceList | null };

/** Prices a new order. */
export const quoteNew = (
  order: OrderItems,
  { charged, list }: NewPrices,
  { testMode = false, discount }: Partial<Pick<Price, 'testMode' | 'discount'>> = {},
): Quote =>
  quote(order, {
    unitPriceCents: charged[order.fuelType],
    testMode,
    priceList: list,
    discount: discount ?? null,
  });

/** The detail next to each line's label. Null if the label is enough. */
const LINE_DETAILS: Partial<
  Record<PriceLine, (order: OrderItems, unitPriceCents: UnitPrice) => string | null>
> = {
  fuel: (order, unitPriceCents) => {
    const fuel = fuelText(order);
    return fuel && `${fuel} at ${formatDollars(unitPriceCents)}`;
  },
  ice: iceSizesText,
};

/** Formats the detail of a price line: "12.5 gal Regular at $4.10", "2 small, 1 large". */
export function lineDetail(
  line: PriceLine,
  order: OrderItems,
  unitPriceCents: UnitPrice,
): string | null {
  return LINE_DETAILS[line]?.(order, unitPriceCents) ?? null;
}

/** Returns the label of a price line: "Delivery fee", "Summer10 (10% off fuel)". */
export const lineLabel = (line: PriceLine, discount: Discount | null | undefined): string =>
  (line === 'discount' && discount?.label) || PRICE_LINE_LABELS[line];

/** Formats the amount of a price line. A discount has a minus sign: "−$12.30". */
export const lineAmount = (amount: Cents): string => formatDollars(amount).replace('-', '−');

/** Returns an appointment's price per gallon. A custom price overrides the booked one. */
export function unitPriceOf(row: {
  unitPriceCents: UnitPrice;
  customUnitPriceCents: UnitPrice | null;
}): UnitPrice {
  return row.customUnitPriceCents ?? row.unitPriceCents;
}

/** The name of each line in the API. */
export const LINE_NAMES = {
  fuel: 'fuel',
  ice: 'ice',
  delivery: 'deliveryFee',
  discount: 'discount',
} as const satisfies Record<PriceLine, string>;

/**
 * Converts a price's lines to dollars for the API. A line added after the price was stored counts
 * as 0.
 */
export function linesInDollars({
  lines,
}: {
  lines: Partial<Quote['lines']>;
}): Record<(typeof LINE_NAMES)[PriceLine], number> {
  const named = PRICE_LINES.map((line) => [LINE_NAMES[line], toDollars(lines[line] ?? NO_CENTS)]);
  return Object.fromEntries(named);
}

/** The appointment column that stores each line. */
export const LINE_COLUMNS = {
  fuel: 'fuelTotalCents',
  ice: 'iceTotalCents',
  delivery: 'deliveryFeeCents',
  discount: 'discountCents',
} as const satisfies Record<PriceLine, `${string}Cents`>;

/** The appointment columns that store a quote. */
export type PriceColumns = Record<(typeof LINE_COLUMNS)[PriceLine] | 'totalPriceCents', Cents>;

/** Reads the quote from an appointment's columns. */
export function quoteOf(row: PriceColumns): Quote {
  // A delivery that a device stored with an older version has no discount.
  const lines = PRICE_LINES.map((line) => [line, row[LINE_COLUMNS[line]] ?? NO_CENTS]);
  return { lines: Object.fromEntries(lines) as Quote['lines'], totalCents: row.totalPriceCents };
}
