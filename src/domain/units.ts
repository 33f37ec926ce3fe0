import {
  type Cents,
  type GallonTenths,
  parseDollars,
  parseGallons,
  toDollars,
  toGallons,
} from './money';

/** Fields that are given as people say them, each with the name that says the unit of what is stored. */
export const CONVERTED = {
  estimatedGallons: 'estimatedGallonsTenths',
  actualGallons: 'actualGallonsTenths',
  customFuelPrice: 'customUnitPriceCents',
  remainingAmount: 'remainingCents',
  expectedTotal: 'expectedTotalCents',
  confirmedTotal: 'confirmedTotalCents',
  regularGallons: 'regularGallonsTenths',
  premiumGallons: 'premiumGallonsTenths',
  amount: 'amountCents',
  regular: 'regularCents',
  premium: 'premiumCents',
  confirmAbove: 'confirmAboveCents',
  confirmRefundsAbove: 'confirmRefundsAboveCents',
} as const;

type Converted = typeof CONVERTED;
type GivenName<N> = { [K in keyof Converted]: Converted[K] extends N ? K : never }[keyof Converted];

/** The names of fields that are stored in another unit than they are given in. */
export type StoredName = Converted[keyof Converted];

/** Fields under the names that carry their unit. */
export type InUnits<T> = { [K in keyof T as K extends keyof Converted ? Converted[K] : K]: T[K] };
/** The same fields under the names that they are given by. */
export type AsGiven<T> = {
  [K in keyof T as [GivenName<K>] extends [never] ? K : GivenName<K>]: T[K];
};

const GIVEN_NAMES = new Map<string, string>(
  Object.entries(CONVERTED).map(([given, stored]) => [stored, given]),
);

/** The name that a stored field is given by: `estimatedGallons` for `estimatedGallonsTenths`. */
export const givenNameOf = (name: string): string => GIVEN_NAMES.get(name) ?? name;

/** A stored value in the unit that it is given in: dollars for `…Cents`, gallons for `…Tenths`. */
export function givenValueOf<V>(name: string, value: V): V | number {
  if (typeof value !== 'number') return value;
  if (name.endsWith('Cents')) return toDollars(value as Cents & V);
  return name.endsWith('Tenths') ? toGallons(value as GallonTenths & V) : value;
}

/** A given value as it is stored; one that is no amount stays as it is. */
export function storedValueOf<V extends string | number | boolean>(name: string, value: V) {
  if (typeof value === 'boolean') return value;
  if (name.endsWith('Cents')) return parseDollars(value) ?? value;
  return name.endsWith('Tenths') ? (parseGallons(value) ?? value) : value;
}
