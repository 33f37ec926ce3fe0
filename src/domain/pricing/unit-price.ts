/** Typed prices per gallon, for staff. Customers only read prices. */
import { typedQuantity } from '../fields';
import {
  NO_CENTS,
  parseDecimal,
  toDollars,
  type UnitPrice,
  unitPrice,
  withoutGroups,
} from '../money';

/**
 * Parses a price per gallon like `parseDollars`, with at most three decimals: "3.459" is 345.9
 * cents.
 */
export function parseUnitPrice(value: string | number): UnitPrice | null {
  const typed = typeof value === 'number' ? value : withoutGroups(value.trim().replace(/^\$/, ''));
  const tenths = parseDecimal(typed, 3);
  return tenths === null ? null : unitPrice(tenths / 10);
}

/** Formats a price per gallon without a dollar sign: 345.9 is "3.459", and 345 is "3.45". */
export function formatUnitPrice(amount: UnitPrice): string {
  return toDollars(amount).toFixed(Number.isInteger(amount) ? 2 : 3);
}

/** Parses a typed price per gallon into cents. */
export const pricePerGallon = (
  message: string,
  { most, missing = message }: { most: UnitPrice; missing?: string },
) => typedQuantity(parseUnitPrice, message, { least: NO_CENTS, most, missing });
