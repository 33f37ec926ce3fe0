import { formatGallons, type GallonTenths, NO_GALLONS, toTenths } from '../money';
import type { FuelType } from '../pricing/fuel';
import { yesOrNo } from '../text';
import { CAN_TYPE_LABELS, type CanType, FUEL_INTO, MAX_GALLONS } from './options';

/** A customer's order. Each field is also a column of appointments, with the same name. */
export type Order = {
  /** The dock's address, as text. */
  location: string;
  slipNumber: string | null;
  /** The customer's note for the driver, such as a gate code. */
  driverNote: string | null;
  fuelType: FuelType;
  /** 0 if only ice is ordered. */
  estimatedGallonsTenths: GallonTenths;
  /** True if the driver fills the tank. The order's gallons are then an estimate. */
  fillUp: boolean;
  canType: CanType;
  smallIceBags: number;
  /** Stored and shown to staff, but never priced. */
  mediumIceBags: number;
  largeIceBags: number;
};

/**
 * Fields of an order that accept any text. They may identify the customer or the place, so they're
 * erased with the person and hidden with the dock.
 */
export type OrderText = { [K in keyof Order]: string extends Order[K] ? K : never }[keyof Order];

/** The items of an order, without the destination. */
export type OrderItems = Omit<Order, 'location' | 'slipNumber' | 'driverNote' | 'canType'>;

/** A new order before anything is selected. */
export const EMPTY_ORDER: Omit<Order, 'location'> = {
  slipNumber: null,
  driverNote: null,
  fuelType: 'Regular',
  estimatedGallonsTenths: NO_GALLONS,
  fillUp: false,
  canType: 'service',
  smallIceBags: 0,
  mediumIceBags: 0,
  largeIceBags: 0,
};

/** The delivered amounts. */
export type Delivered = { actualGallonsTenths: GallonTenths } & Pick<
  Order,
  'smallIceBags' | 'largeIceBags'
>;

/** A field's label and format. `text` isn't called for null. */
type Fact<V> = { label: string; text: (value: NonNullable<V>) => string };

/** Every field of an order with its label, in display order. */
export const ORDER_FACTS: { readonly [K in keyof Order]: Fact<Order[K]> } = {
  location: { label: 'Location', text: String },
  slipNumber: { label: 'Slip', text: String },
  driverNote: { label: 'Note for the driver', text: String },
  fuelType: { label: 'Fuel type', text: String },
  estimatedGallonsTenths: { label: 'Estimated gallons', text: formatGallons },
  fillUp: { label: 'Fill up', text: yesOrNo },
  canType: { label: 'Can type', text: (canType) => CAN_TYPE_LABELS[canType] },
  smallIceBags: { label: 'Small ice bags', text: String },
  mediumIceBags: { label: 'Medium ice bags', text: String },
  largeIceBags: { label: 'Large ice bags', text: String },
};

/** Formats a field of an order. Returns null if it has no value or is false. */
export function orderFactText<K extends keyof Order>(order: Order, field: K): string | null {
  const value = order[field];
  // A device may still show an order that it stored before a field existed.
  return value === null || value === undefined || value === false
    ? null
    : ORDER_FACTS[field].text(value as NonNullable<Order[K]>);
}

/**
 * The field names of an order, for code that treats all fields alike: rows, views, the audit log.
 */
export const ORDER_FIELDS = Object.keys(ORDER_FACTS) as readonly (keyof Order)[];

/** Picks the order from a row or a view. */
export function orderOf(row: Order): Order {
  return Object.fromEntries(ORDER_FIELDS.map((field) => [field, row[field]])) as Order;
}

/**
 * True if the recorded figures are exactly these. Comparing totals isn't enough, because different
 * figures can have the same total.
 */
export function hasFigures(
  recorded: Pick<Order, 'smallIceBags' | 'largeIceBags'> & {
    actualGallonsTenths: GallonTenths | null;
  },
  { actualGallonsTenths, smallIceBags, largeIceBags }: Delivered,
): boolean {
  return (
    recorded.actualGallonsTenths === actualGallonsTenths &&
    recorded.smallIceBags === smallIceBags &&
    recorded.largeIceBags === largeIceBags
  );
}

/** Returns the order with the delivered amounts, which is what a delivery is priced by. */
export function asDelivered(
  order: Order,
  { actualGallonsTenths, smallIceBags, largeIceBags }: Delivered,
): Order {
  const delivered = { estimatedGallonsTenths: actualGallonsTenths, fillUp: false };
  return { ...order, ...delivered, smallIceBags, largeIceBags };
}

/** Returns the order with the delivered gallons, or with the ordered ones before the delivery. */
export function orderAsItStands(row: Order & { actualGallonsTenths: GallonTenths | null }): Order {
  const order = orderOf(row);
  return row.actualGallonsTenths === null
    ? order
    : { ...order, estimatedGallonsTenths: row.actualGallonsTenths, fillUp: false };
}

/**
 * Returns the order with estimated gallons if the tank is to be filled up: the tank's capacity,
 * limited to the most that one delivery brings.
 */
export function withFillUpEstimate<O extends Pick<Order, 'fillUp' | 'estimatedGallonsTenths'>>(
  order: O,
  tankGallons: number | null,
  mostGallons?: number,
): O {
  if (!order.fillUp) return order;
  return { ...order, estimatedGallonsTenths: toTenths(fillUpGallons(tankGallons, mostGallons)) };
}

/** Returns the maximum whole gallons to fill up a tank of this capacity. */
export function fillUpGallons(tankGallons: number | null, mostGallons = MAX_GALLONS): number {
  return Math.min(mostGallons, tankGallons ?? mostGallons);
}

/**
 * Converts gallons to an amount that a customer can order. Staff may have entered tenths, or more
 * than the maximum.
 */
export function orderableGallons(tenths: GallonTenths): GallonTenths {
  return toTenths(Math.min(MAX_GALLONS, Math.ceil(tenths / 10)));
}

type OrderedFuel = Pick<Order, 'estimatedGallonsTenths' | 'fuelType'> & { fillUp?: boolean };

/**
 * Formats the fuel: "12.5 gal Regular", "fill up, at most 40 gal Regular". Returns null if only ice
 * is ordered.
 */
export function fuelText(order: OrderedFuel): string | null {
  if (order.estimatedGallonsTenths === 0) return null;
  const gallons = `${formatGallons(order.estimatedGallonsTenths)} gal ${order.fuelType}`;
  return order.fillUp ? `fill up, at most ${gallons}` : gallons;
}

/**
 * Describes where an order's fuel goes: "your boat". Returns null if there's no fuel in the order.
 */
export function fuelIntoText(
  order: Pick<Order, 'canType' | 'estimatedGallonsTenths'>,
): string | null {
  return order.estimatedGallonsTenths > 0 ? FUEL_INTO[order.canType] : null;
}

type IceBags = Pick<OrderItems, 'smallIceBags' | 'mediumIceBags' | 'largeIceBags'>;

/** Formats the sizes: "2 small, 1 large". Returns null without ice. */
export function iceSizesText({
  smallIceBags,
  mediumIceBags,
  largeIceBags,
}: IceBags): string | null {
  const sizes = [
    smallIceBags > 0 && `${smallIceBags} small`,
    mediumIceBags > 0 && `${mediumIceBags} medium`,
    largeIceBags > 0 && `${largeIceBags} large`,
  ];
  return sizes.filter((size) => size !== false).join(', ') || null;
}

/** Formats the ice: "2 small, 1 large ice bags". Returns null without ice. */
export function iceText(bags: IceBags): string | null {
  const sizes = iceSizesText(bags);
  const isOne = bags.smallIceBags + bags.mediumIceBags + bags.largeIceBags === 1;
  return sizes && `${sizes} ice ${isOne ? 'bag' : 'bags'}`;
}

/** Formats the items in one line: "12.5 gal Regular, 2 small ice bags". */
export function orderText(order: OrderItems): string {
  return [fuelText(order), iceText(order)].filter((text) => text !== null).join(', ');
}

/** True if an order has anything with a price. */
export function hasItems(
  order: Pick<Order, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'> & {
    fillUp?: boolean;
  },
): boolean {
  if (order.fillUp) return true;
  return order.estimatedGallonsTenths > 0 || order.smallIceBags + order.largeIceBags > 0;
}
