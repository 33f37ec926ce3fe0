import { formatGallons, type GallonTenths, NO_GALLONS } from '../money';
import { iceText, type OrderItems } from '../order/order';

/** What a driver carries, or needs for some deliveries: gallons of each fuel, and bags of ice. */
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

/** Each part of a load, as people read it. */
export const LOAD_LABELS: Record<keyof Load, string> = {
  regularGallonsTenths: 'Regular',
  premiumGallonsTenths: 'Premium',
  smallIceBags: 'Small ice bags',
  largeIceBags: 'Large ice bags',
};
export const LOAD_PARTS = Object.keys(LOAD_LABELS) as readonly (keyof Load)[];

/** The amount of one part: gallons or bags. */
export const partText = (load: Load, part: keyof Load): string =>
  part.endsWith('Tenths') ? formatGallons(load[part] as GallonTenths) : String(load[part]);

function combined(a: Load, b: Load, how: (a: number, b: number) => number): Load {
  const parts = LOAD_PARTS.map((part) => [part, how(a[part], b[part])]);
  return Object.fromEntries(parts) as Load;
}

const plus = (a: Load, b: Load) => combined(a, b, (one, other) => one + other);
/** What is left of `from` without `amount`; never below nothing. */
const less = (from: Load, amount: Load) => combined(from, amount, (a, b) => Math.max(0, a - b));

/** What all of these deliveries need of the load; medium bags are not carried for sale. */
export function loadOfAll(orders: readonly OrderItems[]): Load {
  return orders.map(loadOf).reduce(plus, NO_LOAD);
}

function loadOf({ fuelType, estimatedGallonsTenths, smallIceBags, largeIceBags }: OrderItems) {
  const isPremium = fuelType === 'Premium';
  return {
    regularGallonsTenths: isPremium ? NO_GALLONS : estimatedGallonsTenths,
    premiumGallonsTenths: isPremium ? estimatedGallonsTenths : NO_GALLONS,
    ...{ smallIceBags, largeIceBags },
  };
}

/** What decides what is on board on a date. */
export type LoadFacts = {
  /** All that was on board that day, with what was loaded at any time; null while it is not entered. */
  loaded: Load | null;
  /** What the day before leaves; it stands for what was loaded until that is entered. */
  carried: Load | null;
  delivered: Load;
  /** What the deliveries still to be made need. */
  needed: Load;
};

export type OnBoard = {
  loaded: Load;
  isCarried: boolean;
  delivered: Load;
  left: Load;
  needed: Load;
  /** What is missing for all that is needed. */
  short: Load;
};

/** What is on board, and what is missing; null while nothing was entered. */
export function onBoard({ loaded, carried, delivered, needed }: LoadFacts): OnBoard | null {
  const begun = loaded ?? carried;
  if (!begun) return null;
  const left = less(begun, delivered);
  const isCarried = loaded === null;
  return { loaded: begun, isCarried, delivered, left, needed, short: shortOf(left, needed) };
}

/** What is missing for all that is needed, of what is left on board. */
export const shortOf = (left: Load, needed: Load): Load => less(needed, left);

/** What a day leaves to the next one, once all that it needs is delivered. */
export const leftOver = (day: OnBoard | null): Load | null => day && less(day.left, day.needed);

/** Whether the day needs more than is on board; no when nothing is known. */
export const isShort = (day: OnBoard | null): day is OnBoard =>
  day !== null && isAnything(day.short);

/** Whether any part of the load is more than zero. */
export const isAnything = (load: Load): boolean => LOAD_PARTS.some((part) => load[part] > 0);

/** "40 gallons of Regular, 3 small ice bags"; empty for nothing. */
export function loadText(load: Load): string {
  const fuels = [
    fuelPart(load.regularGallonsTenths, 'Regular'),
    fuelPart(load.premiumGallonsTenths, 'Premium'),
  ];
  return [...fuels, iceText({ ...load, mediumIceBags: 0 })].filter(Boolean).join(', ');
}

const fuelPart = (tenths: GallonTenths, name: string) =>
  tenths > 0 ? `${formatGallons(tenths)} gallons of ${name}` : null;
