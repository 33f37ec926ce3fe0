import { formatGallons, type GallonTenths, NO_GALLONS, toTenths } from '../money';
import type { FuelType } from '../pricing/fuel';
import { yesOrNo } from '../text';
import { CAN_TYPE_LABELS, type CanType, MAX_GALLONS } from './options';

/** What a customer orders. A row of appointments has each of its fields as a column of that name. */
export type Order = {
  /** The address of the dock, as text. */
  location: string;
  slipNumber: string | null;
  fuelType: FuelType;
  /** 0 for ice alone. */
  estimatedGallonsTenths: GallonTenths;
  /** The driver fills the tank, with any number of gallons; those of the order are then an estimate. */
  fillUp: boolean;
  canType: CanType;
  smallIceBags: number;
  /** Stored and shown to staff, never priced. */
  mediumIceBags: number;
  largeIceBags: number;
};

/**
 * The fields of an order that take any text. They may tell who the customer is or where, so each is
 * erased with the person and hidden with the dock.
 */
export type OrderText = { [K in keyof Order]: string extends Order[K] ? K : never }[keyof Order];

/** What is brought, without where to. */
export type OrderItems = Omit<Order, 'location' | 'slipNumber' | 'canType'>;

/** An order before anything is chosen. */
export const EMPTY_ORDER: Omit<Order, 'location'> = {
  slipNumber: null,
  fuelType: 'Regular',
  estimatedGallonsTenths: NO_GALLONS,
  fillUp: false,
  canType: 'service',
  smallIceBags: 0,
  mediumIceBags: 0,
  largeIceBags: 0,
};

/** What a delivery says of what came off the truck. */
export type Delivered = { actualGallonsTenths: GallonTenths } & Pick<
  Order,
  'smallIceBags' | 'largeIceBags'
>;

/** A field as people read it. `text` is not called for null. */
type Fact<V> = { label: string; text: (value: NonNullable<V>) => string };

/** Every field of an order with its label, in the order in which an order is told. */
export const ORDER_FACTS: { readonly [K in keyof Order]: Fact<Order[K]> } = {
  location: { label: 'Location', text: String },
  slipNumber: { label: 'Slip', text: String },
  fuelType: { label: 'Fuel type', text: String },
  estimatedGallonsTenths: { label: 'Estimated gallons', text: formatGallons },
  fillUp: { label: 'Fill up', text: yesOrNo },
  canType: { label: 'Can type', text: (canType) => CAN_TYPE_LABELS[canType] },
  smallIceBags: { label: 'Small ice bags', text: String },
  mediumIceBags: { label: 'Medium ice bags', text: String },
  largeIceBags: { label: 'Large ice bags', text: String },
};

/** A field of an order as people read it; null where it has no value, or is not so. */
export function orderFactText<K extends keyof Order>(order: Order, field: K): string | null {
  const value = order[field];
  return value === null || value === false
    ? null
    : ORDER_FACTS[field].text(value as NonNullable<Order[K]>);
}

/** The names of an order's fields, for what handles them all alike: rows, views, the audit log. */
export const ORDER_FIELDS = Object.keys(ORDER_FACTS) as readonly (keyof Order)[];

/** The order of a row or of a view. */
export function orderOf(row: Order): Order {
  return Object.fromEntries(ORDER_FIELDS.map((field) => [field, row[field]])) as Order;
}

/** Whether a delivery is recorded with these very figures; another one may come to the same total. */
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

/** The order with the delivered amounts in place of the ordered ones. It prices a delivery. */
export function asDelivered(
  order: Order,
  { actualGallonsTenths, smallIceBags, largeIceBags }: Delivered,
): Order {
  const delivered = { estimatedGallonsTenths: actualGallonsTenths, fillUp: false };
  return { ...order, ...delivered, smallIceBags, largeIceBags };
}

/** The order as delivered; before the delivery as the customer gave it. */
export function orderAsItStands(row: Order & { actualGallonsTenths: GallonTenths | null }): Order {
  const order = orderOf(row);
  return row.actualGallonsTenths === null
    ? order
    : { ...order, estimatedGallonsTenths: row.actualGallonsTenths, fillUp: false };
}

/**
 * The order with the gallons that the server goes by: to fill up stands for what the tank holds, or for
 * the most of one delivery where that is less or not known.
 */
export function withFillUpEstimate<O extends Pick<Order, 'fillUp' | 'estimatedGallonsTenths'>>(
  order: O,
  tankGallons: number | null,
): O {
  if (!order.fillUp) return order;
  return { ...order, estimatedGallonsTenths: toTenths(fillUpGallons(tankGallons)) };
}

/** Whole gallons that filling up comes to at most, for a tank of so many gallons. */
export function fillUpGallons(tankGallons: number | null): number {
  return Math.min(MAX_GALLONS, tankGallons ?? MAX_GALLONS);
}

/** Gallons as a customer can order them: staff may have written tenths, or more, into an order. */
export function orderableGallons(tenths: GallonTenths): GallonTenths {
  return toTenths(Math.min(MAX_GALLONS, Math.ceil(tenths / 10)));
}

type OrderedFuel = Pick<Order, 'estimatedGallonsTenths' | 'fuelType'> & { fillUp?: boolean };

/** "12.5 gal Regular", "fill up, at most 40 gal Regular"; null for ice alone. */
export function fuelText(order: OrderedFuel): string | null {
  if (order.estimatedGallonsTenths === 0) return null;
  const gallons = `${formatGallons(order.estimatedGallonsTenths)} gal ${order.fuelType}`;
  return order.fillUp ? `fill up, at most ${gallons}` : gallons;
}

type IceBags = Pick<OrderItems, 'smallIceBags' | 'mediumIceBags' | 'largeIceBags'>;

/** "2 small, 1 large"; null without ice. */
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

/** "2 small, 1 large ice bags"; null without ice. */
export function iceText(bags: IceBags): string | null {
  const sizes = iceSizesText(bags);
  const isOne = bags.smallIceBags + bags.mediumIceBags + bags.largeIceBags === 1;
  return sizes && `${sizes} ice ${isOne ? 'bag' : 'bags'}`;
}

/** "12.5 gal Regular, 2 small ice bags": what is delivered, in one line. */
export function orderText(order: OrderItems): string {
  return [fuelText(order), iceText(order)].filter((text) => text !== null).join(', ');
}

/** True when there is something to deliver that has a price. */
export function hasItems(
  order: Pick<Order, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'> & {
    fillUp?: boolean;
  },
): boolean {
  if (order.fillUp) return true;
  return order.estimatedGallonsTenths > 0 || order.smallIceBags + order.largeIceBags > 0;
}
