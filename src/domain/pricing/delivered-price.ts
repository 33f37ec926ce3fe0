import { type Cents, cents, minus, plus, type UnitPrice } from '../money';
import { asDelivered, type Delivered, type Order } from '../order/order';
import type { Discount } from './discount';
import {
  lineAmount,
  PRICE_LINE_LABELS,
  PRICE_LINES,
  type Price,
  type Quote,
  quote,
  unitPriceOf,
} from './quote';

/**
 * Formats a price's lines in one sentence: "Fuel $51.25, ice $17.00, delivery fee $30.00". A discount is only
 * included if there is one.
 */
export function priceText({ lines }: Quote): string {
  const shown = PRICE_LINES.filter((line) => line !== 'discount' || lines.discount);
  const texts = shown.map((line, index) => {
    const label = PRICE_LINE_LABELS[line];
    return `${index === 0 ? label : label.toLowerCase()} ${lineAmount(lines[line])}`;
  });
  return texts.join(', ');
}

/** Prices a delivery at its appointment's own prices. */
export function quoteDelivered(
  row: Order & Price & { customUnitPriceCents: UnitPrice | null },
  delivered: Delivered,
): Quote {
  return quote(asDelivered(row, delivered), priceOf(row));
}

/** Returns the terms of an appointment's price. */
export function priceOf(row: Price & { customUnitPriceCents: UnitPrice | null }): Price {
  const { testMode, priceList, discount = null } = row;
  return { unitPriceCents: unitPriceOf(row), testMode, priceList, discount };
}

/**
 * Subtracts a write-off from a price: first from the fuel, then from the other lines. The line that
 * the discount is on stays at least as large as the discount.
 */
export function quoteWithout(
  { lines, totalCents }: Quote,
  byCents: Cents,
  discount?: Discount | null,
): Quote {
  let open = byCents;
  const left = PRICE_LINES.map((line) => {
    const most = line === discount?.on ? plus(lines[line], lines.discount) : lines[line];
    const less = cents(Math.max(0, Math.min(open, most)));
    open = minus(open, less);
    return [line, minus(lines[line], less)];
  });
  return {
    lines: Object.fromEntries(left) as Quote['lines'],
    totalCents: minus(totalCents, byCents),
  };
}
