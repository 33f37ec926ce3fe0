/** Whole cents. Amounts are integers everywhere inside the product (D22). */
export type Cents = number;
/** Tenths of a gallon: 12.5 gallons is 125 (D22). */
export type GallonTenths = number;

/**
 * Reads "4.16", "$1,234.50", 4.16 or 4 as cents; null when it is not an amount with at most two
 * decimals. A comma only groups thousands: "4,16" is refused, not read as $416.
 */
export function parseDollars(value: string | number): Cents | null {
  if (typeof value === 'number') return parseDecimal(value, 2);
  const typed = value.trim().replace(/^\$/, '');
  const plain = typed.replace(/^\d{1,3}(?:,\d{3})+(?=\.|$)/, (whole) => whole.replaceAll(',', ''));
  return parseDecimal(plain, 2);
}

/** Reads "12.5" or 12.5 as tenths of a gallon; null when finer than a tenth or not a number. */
export function parseGallons(value: string | number): GallonTenths | null {
  return parseDecimal(value, 1);
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

/** Cents as a number of dollars, for the REST edge only ("416" is 4.16). */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Cents for people: 123450 is "$1,234.50". */
export function formatDollars(cents: Cents): string {
  return dollarFormat.format(cents / 100);
}

/** Tenths of a gallon for people: 125 is "12.5", 120 is "12". */
export function formatGallons(tenths: GallonTenths): string {
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1);
}

/** Price of a quantity: tenths of a gallon times cents per gallon, rounded once, half up (D22). */
export function priceOfGallons(gallons: GallonTenths, centsPerGallon: Cents): Cents {
  return Math.floor((gallons * centsPerGallon + 5) / 10);
}
