declare const unit: unique symbol;

/** Whole cents. Every amount inside the product is one, negative where money went back. */
export type Cents = number & { readonly [unit]: 'Cents' };
/** Whole tenths of a gallon: 12.5 gallons is 125. */
export type GallonTenths = number & { readonly [unit]: 'GallonTenths' };
type Quantity = Cents | GallonTenths;

/** Says that a number is in cents. Throws `RangeError` unless it is whole: only code can cause that. */
export function cents(amount: number): Cents {
  return whole(amount) as Cents;
}

/** Says that a number is in tenths of a gallon. Throws `RangeError` unless it is whole. */
export function gallonTenths(amount: number): GallonTenths {
  return whole(amount) as GallonTenths;
}

function whole(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number`);
  return amount;
}

export const NO_CENTS = cents(0);
export const NO_GALLONS = gallonTenths(0);

/** The sum of amounts of one unit. */
export function plus<Q extends Quantity>(...amounts: [Q, ...Q[]]): Q {
  return whole(amounts.reduce<number>((sum, amount) => sum + amount, 0)) as Q;
}

/** What is left of `from` without `amount`, both of one unit; negative when there was less. */
export function minus<Q extends Quantity>(from: Q, amount: Q): Q {
  return whole(from - amount) as Q;
}

/** The same amount `count` times, such as the price of so many bags. */
export function multiply<Q extends Quantity>(amount: Q, count: number): Q {
  return whole(amount * count) as Q;
}

/** Gallons as people say them (12.5), to the nearest tenth. The only place that makes the step. */
export function toTenths(gallons: number): GallonTenths {
  // Rounded, because 1.1 * 10 is not quite 11.
  return gallonTenths(Math.round(gallons * 10));
}

/** Tenths of a gallon as a number of gallons, for the REST edge and for forms (125 is 12.5). */
export function toGallons(tenths: GallonTenths): number {
  return tenths / 10;
}

/** Cents as a number of dollars, for the REST edge only (416 is 4.16). */
export function toDollars(amount: Cents): number {
  return amount / 100;
}

/**
 * Reads "4.16", "$1,234.50", 4.16 or 4 as cents; null when it is not an amount with at most two
 * decimals. A comma only groups thousands: "4,16" is refused, not read as $416.
 */
export function parseDollars(value: string | number): Cents | null {
  const typed = typeof value === 'number' ? value : withoutGroups(value.trim().replace(/^\$/, ''));
  return parseDecimal(typed, 2) as Cents | null;
}

const withoutGroups = (typed: string) =>
  typed.replace(/^[1-9]\d{0,2}(?:,\d{3})+(?=\.|$)/, (dollars) => dollars.replaceAll(',', ''));

/** Reads "12.5" or 12.5 as tenths of a gallon; null when finer than a tenth or not a number. */
export function parseGallons(value: string | number): GallonTenths | null {
  return parseDecimal(value, 1) as GallonTenths | null;
}

/** Decimal text to an integer scaled by 10^places, read digit by digit so that no float rounds. */
function parseDecimal(value: string | number, places: number): number | null {
  const text = typeof value === 'number' ? String(value) : value.trim();
  const match = /^(\d{1,9})(?:\.(\d{0,9}))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > places) return null;
  return Number(match[1]) * 10 ** places + Number(fraction.padEnd(places, '0') || '0');
}

let dollarFormat: Intl.NumberFormat | undefined;

/** Cents for people: 123450 is "$1,234.50". */
export function formatDollars(amount: Cents): string {
  // Made at its first use: it takes 2 ms of the start of a process.
  dollarFormat ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return dollarFormat.format(amount / 100);
}

/** Cents as an amount without a sign, for a field to type in and for files: 123450 is "1234.50". */
export function formatAmount(amount: Cents): string {
  return (amount / 100).toFixed(2);
}

/** Tenths of a gallon for people: 125 is "12.5", 120 is "12". */
export function formatGallons(tenths: GallonTenths): string {
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}

/** Price of a quantity: tenths of a gallon times cents per gallon, rounded once, half up. */
export function priceOfGallons(tenths: GallonTenths, centsPerGallon: Cents): Cents {
  return cents(Math.floor((tenths * centsPerGallon + 5) / 10));
}
