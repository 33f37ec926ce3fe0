import {
  type Cents,
  type GallonTenths,
  parseDollars,
  parseGallons,
  toDollars,
  toGallons,
} from './money';

const IN_TENTHS = [
  'estimatedGallons',
  'actualGallons',
  'regularGallons',
  'premiumGallons',
  'meterStart',
  'meterEnd',
  'countLimit',
] as const;
const IN_CENTS = [
  'expectedTotal',
  'confirmedTotal',
  'amount',
  'regular',
  'premium',
  'confirmAbove',
  'confirmRefundsAbove',
  'serviceCharge',
  'fuelFee',
  'iceFee',
  'bothFee',
  'smallBag',
  'largeBag',
  'minimumOrder',
  'handedIn',
  'creditLimit',
] as const;

const withUnit = <Name extends string, Unit extends string>(
  names: readonly Name[],
  unit: Unit,
): { [N in Name]: `${N}${Unit}` } =>
  Object.fromEntries(names.map((name) => [name, `${name}${unit}`])) as never;

/** Fields that callers send in people's units, mapped to names that show the stored unit. */
export const CONVERTED = {
  ...withUnit(IN_TENTHS, 'Tenths'),
  ...withUnit(IN_CENTS, 'Cents'),
  customFuelPrice: 'customUnitPriceCents',
  remainingAmount: 'remainingCents',
} as const;

type Converted = typeof CONVERTED;
type GivenName<N> = { [K in keyof Converted]: Converted[K] extends N ? K : never }[keyof Converted];

/** Names of fields stored in another unit than callers send. */
export type StoredName = Converted[keyof Converted];

/** Renames fields to the names that show their stored unit. */
export type InUnits<T> = { [K in keyof T as K extends keyof Converted ? Converted[K] : K]: T[K] };
/** The reverse: renames fields to the names that callers use. */
export type AsGiven<T> = {
  [K in keyof T as [GivenName<K>] extends [never] ? K : GivenName<K>]: T[K];
};

const GIVEN_NAMES = new Map<string, string>(
  Object.entries(CONVERTED).map(([given, stored]) => [stored, given]),
);

/** Returns the caller's name of a stored field: `estimatedGallons` for `estimatedGallonsTenths`. */
export const givenNameOf = (name: string): string => GIVEN_NAMES.get(name) ?? name;

/** Converts a stored value to the caller's unit: dollars for `…Cents`, gallons for `…Tenths`. */
export function givenValueOf<V>(name: string, value: V): V | number {
  if (typeof value !== 'number') return value;
  if (name.endsWith('Cents')) return toDollars(value as Cents & V);
  return name.endsWith('Tenths') ? toGallons(value as GallonTenths & V) : value;
}

/**
 * Converts a caller's value to the stored unit. A value that isn't an amount is returned unchanged.
 */
export function storedValueOf<V extends string | number | boolean>(name: string, value: V) {
  if (typeof value === 'boolean') return value;
  if (name.endsWith('Cents')) return parseDollars(value) ?? value;
  return name.endsWith('Tenths') ? (parseGallons(value) ?? value) : value;
}
