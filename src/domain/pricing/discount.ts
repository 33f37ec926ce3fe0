import { type Cents, cents } from '../money';

/** The price line that a discount reduces. */
export type DiscountedLine = 'fuel' | 'ice' | 'delivery';

/**
 * A discount as an order has it. It's copied when the order is booked, so later changes by the owner
 * don't reach the order.
 */
export type Discount = {
  /** The label of its price line: "Summer10 (10% off fuel)". */
  label: string;
  on: DiscountedLine;
  /** Whole percent of the line, or null for a discount in dollars. */
  percent: number | null;
  /** The discount in dollars, or null for one in percent. */
  amountCents: Cents | null;
};

/**
 * Returns a discount's amount on the lines of a total, as a negative amount. A percentage is rounded
 * once, half up. A discount is never more than its line.
 */
export function discountOn(
  lines: Record<DiscountedLine, Cents>,
  discount: Discount | null | undefined,
): Cents {
  if (!discount) return cents(0);
  const line = lines[discount.on];
  const whole = discount.amountCents ?? Math.floor((line * (discount.percent ?? 0) + 50) / 100);
  return cents(0 - Math.min(line, whole));
}
