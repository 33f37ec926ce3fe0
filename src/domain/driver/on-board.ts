import { formatGallons, type GallonTenths, NO_GALLONS } from '../money';
import { iceText, type OrderItems } from '../order/order';

/** The fuel and ice that a driver carries, or needs for some deliveries. */
export type Load = {
  regularGallonsTenths: GallonTenths;
  premiumGallonsTenths: GallonTenths;
  smallIceBags: number;
  largeIceBags: number;
};

export const NO_LOAD: Load = {
  regularGallonsTenths: NO_GALLONS,
  premiumGallonsTenths: NO_GALLONS,
  smallIceBags: 0,
  largeIceBags: 0,
};

/** The label of each part of a load. */
export const LOAD_LABELS: Record<keyof Load, string> = {
  regularGallonsTenths: 'Regular',
  premiumGallonsTenths: 'Premium',
  smallIceBags: 'Small ice bags',
  largeIceBags: 'Large ice bags',
};
export const LOAD_PARTS = Object.keys(LOAD_LABELS) as readonly (keyof Load)[];

/** Formats the amount of one part, in gallons or bags. */
export const partText = (load: Load, part: keyof Load): string =>
  part.endsWith('Tenths') ? formatGallons(load[part] as GallonTenths) : String(load[part]);

/** Combines two loads part by part. */
export function combined(a: Load, b: Load, how: (a: number, b: number) => number): Load {
  const parts = LOAD_PARTS.map((part) => [part, how(a[part], b[part])]);
  return Object.fromEntries(parts) as Load;
}

const plus = (a: Load, b: Load) => combined(a, b, (one, other) => one + other);
/** Subtracts `amount` from `from`, never going below zero. */
const less = (from: Load, amount: Load) => combined(from, amount, (a, b) => Math.max(0, a - b));

/** Returns the load that these deliveries need. Medium bags aren't carried for sale. */
export function loadOfAll(orders: readonly OrderItems[]): Load {
  return orders.map(loadOf).reduce(plus, NO_LOAD);
}

function loadOf({ fuelType, estimatedGallonsTenths, smallIceBags, largeIceBags }: OrderItems) {
  const isPremium = fuelType === 'Premium';
  return {
    regularGallonsTenths: isPremium ? NO_GALLONS : estimatedGallonsTenths,
    premiumGallonsTenths: isPremium ? estimatedGallonsTenths : NO_GALLONS,
    smallIceBags,
    largeIceBags,
  };
}

/** The facts that determine the onboard load on a date. */
export type LoadFacts = {
  /** Everything loaded on that day, including during the day. Null until it's entered. */
  loaded: Load | null;
  /** The load carried over from the day before, used until the day's own load is entered. */
  carried: Load | null;
  delivered: Load;
  /** The load needed for the remaining deliveries. */
  needed: Load;
};

export type OnBoard = {
  loaded: Load;
  isCarried: boolean;
  delivered: Load;
  left: Load;
  needed: Load;
  /** The part of the needed load that isn't on board. */
  short: Load;
};

/** Calculates the onboard load and the missing amounts, or null until a load is entered. */
export function onBoard({ loaded, carried, delivered, needed }: LoadFacts): OnBoard | null {
  const startLoad = loaded ?? carried;
  if (!startLoad) return null;
  const left = less(startLoad, delivered);
  const isCarried = loaded === null;
  return { loaded: startLoad, isCarried, delivered, left, needed, short: shortOf(left, needed) };
}

/** Returns the part of the needed load that isn't on board. */
export const shortOf = (left: Load, needed: Load): Load => less(needed, left);

/** Returns the load left over for the next day, once all of the day's stops are delivered. */
export const leftOver = (day: OnBoard | null): Load | null => day && less(day.left, day.needed);

/** True if the day needs more than is on board. False if the load is unknown. */
export const isShort = (day: OnBoard | null): day is OnBoard =>
  day !== null && isAnything(day.short);

/** True if any part of the load is more than zero. */
export const isAnything = (load: Load): boolean => LOAD_PARTS.some((part) => load[part] > 0);

/** Formats "40 gallons of Regular, 3 small ice bags". Returns '' for an empty load. */
export function loadText(load: Load): string {
  const fuels = [
    fuelPart(load.regularGallonsTenths, 'Regular'),
    fuelPart(load.premiumGallonsTenths, 'Premium'),
  ];
  return [...fuels, iceText({ ...load, mediumIceBags: 0 })].filter(Boolean).join(', ');
}

const fuelPart = (tenths: GallonTenths, name: string) =>
  tenths > 0 ? `${formatGallons(tenths)} gallons of ${name}` : null;
