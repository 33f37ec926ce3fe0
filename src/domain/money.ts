declare const unit: unique symbol;

/** Whole cents. Every amount in the product uses this type. Negative amounts are money returned. */
export type Cents = number & { readonly [unit]: 'Cents' };
/** Whole tenths of a gallon: 12.5 gallons is 125. */
export type GallonTenths = number & { readonly [unit]: 'GallonTenths' };
/**
 * A price per gallon in cents, with at most one decimal, because fuel is sold in tenths of a cent:
 * $3.459 is 345.9.
 */
export type UnitPrice = number & { readonly [unit]: 'Cents' | 'UnitPrice' };
type Quantity = Cents | GallonTenths;

/**
 * Marks a number as cents.
 *
 * @throws RangeError if the number isn't whole, which only a bug can cause
 */
export function cents(amount: number): Cents {
  return whole(amount) as Cents;
}

/**
 * Marks a number as tenths of a gallon.
 *
 * @throws RangeError if the number isn't whole
 */
export function gallonTenths(amount: number): GallonTenths {
  return whole(amount) as GallonTenths;
}

/** Marks a number as a price per gallon, rounded to tenths of a cent. */
export const unitPrice = (amount: number): UnitPrice => (Math.round(amount * 10) / 10) as UnitPrice;

function whole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} isn't a whole number`);
  return amount;
}

export const NO_CENTS = cents(0);
export const NO_GALLONS = gallonTenths(0);

/** Adds amounts of one unit. */
export function plus<Q extends Quantity>(...amounts: [Q, ...Q[]]): Q {
  return whole(amounts.reduce<number>((sum, amount) => sum + amount, 0)) as Q;
}

/**
 * Subtracts `amount` from `from`, both in one unit. The result is negative if `amount` is larger.
 */
export function minus<Q extends Quantity>(from: Q, amount: Q): Q {
  return whole(from - amount) as Q;
}

/** Converts gallons (12.5) to the nearest tenth. This is the only place that converts them. */
export function toTenths(gallons: number): GallonTenths {
  // Rounding is needed because 1.1 * 10 isn't exactly 11.
  return gallonTenths(Math.round(gallons * 10));
}

/** Converts tenths to gallons, for the REST API and for forms (125 becomes 12.5). */
export function toGallons(tenths: GallonTenths): number {
  return tenths / 10;
}

/** Converts cents to dollars, for the REST API only (416 becomes 4.16, 345.9 becomes 3.459). */
export function toDollars(amount: UnitPrice): number {
  // Rounding is needed because 345.9 / 100 may not be exactly 3.459.
  return Math.round(amount * 10) / 1_000;
}

/**
 * Parses "4.16", "$1,234.50", 4.16, or 4 into cents. A comma only groups thousands: "4,16" is
 * rejected, not read as $416.
 *
 * @returns null unless it's an amount with at most two decimals
 */
export function parseDollars(value: string | number): Cents | null {
  const typed = typeof value === 'number' ? value : withoutGroups(value.trim().replace(/^\$/, ''));
  return parseDecimal(typed, 2) as Cents | null;
}

/** Removes the commas that group thousands. */
export const withoutGroups = (typed: string) =>
  typed.replace(/^[1-9]\d{0,2}(?:,\d{3})+(?=\.|$)/, (dollars) => dollars.replaceAll(',', ''));

/**
 * Parses "12.5" or 12.5 into tenths of a gallon.
 *
 * @returns null unless it's a number with at most one decimal
 */
export function parseGallons(value: string | number): GallonTenths | null {
  return parseDecimal(value, 1) as GallonTenths | null;
}

/**
 * Parses decimal text into an integer scaled by 10^places, digit by digit to avoid float rounding.
 *
 * @returns null unless it's a number with at most that many decimals
 */
export function parseDecimal(value: string | number, places: number): number | null {
  const text = typeof value === 'number' ? String(value) : value.trim();
  const match = /^(\d{1,9})(?:\.(\d{0,9}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > places) return null;
  return Number(match[1]) * 10 ** places + Number(fraction.padEnd(places, '0') || '0');
}

let dollarFormat: Intl.NumberFormat | undefined;

/** Formats cents for people: 123450 is "$1,234.50". A price per gallon of 345.9 is "$3.459". */
export function formatDollars(amount: UnitPrice): string {
  // The format is created on first use, because creating it would add 2 ms to the start of a
  // process.
  dollarFormat ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 3,
  });
  return dollarFormat.format(amount / 100);
}

/** Formats cents without a dollar sign, for input fields and files: 123450 is "1234.50". */
export function formatAmount(amount: Cents): string {
  return (amount / 100).toFixed(2);
}

/** Formats tenths of a gallon for people: 125 is "12.5", 120 is "12". */
export function formatGallons(tenths: GallonTenths): string {
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}

/**
 * Returns the price of a quantity: tenths of a gallon times cents per gallon, rounded once, half
 * up. The price is converted to whole tenths of a cent first, so that the rest is exact.
 */
export function priceOfGallons(tenths: GallonTenths, centsPerGallon: UnitPrice): Cents {
  return cents(Math.floor((tenths * Math.round(centsPerGallon * 10) + 50) / 100));
}
