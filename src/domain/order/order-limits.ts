import { DomainError } from '../errors';
import { formatGallons, type GallonTenths, toTenths } from '../money';
import { MAX_GALLONS, MAX_ICE_BAGS, MAX_STAFF_GALLONS } from './options';
import type { OrderItems } from './order';

/** The largest order that's allowed. The owner may lower both. */
export type OrderLimits = {
  /** Whole gallons of fuel. */
  mostGallons: number;
  /** Bags of ice of all sizes together. */
  mostBags: number;
};

/** The limits until the owner sets others. The form's own bounds allow no more. */
export const FIRST_LIMITS: OrderLimits = { mostGallons: MAX_GALLONS, mostBags: 2 * MAX_ICE_BAGS };

/** Picks the limits from settings that have more values. */
export const orderLimitsOf = ({ mostGallons, mostBags }: OrderLimits): OrderLimits => ({
  mostGallons,
  mostBags,
});

type Amounts = Pick<OrderItems, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'>;

const bagsIn = ({ smallIceBags, largeIceBags }: Amounts) => smallIceBags + largeIceBags;
const bagsText = (bags: number) => `${bags} ice ${bags === 1 ? 'bag' : 'bags'}`;

/** Returns the limits that the owner lowered as a sentence, or null if there are none. */
export function limitsText({ mostGallons, mostBags }: OrderLimits): string | null {
  const lowered = [
    mostGallons < FIRST_LIMITS.mostGallons && `${mostGallons} gallons`,
    mostBags < FIRST_LIMITS.mostBags && bagsText(mostBags),
  ].filter((text) => text !== false);
  return lowered.length > 0 ? `An order can have up to ${lowered.join(' and ')}.` : null;
}

/** Returns the first amount that's above a limit, by its field. */
function firstAbove(
  order: Amounts,
  { mostGallons, mostBags }: OrderLimits,
  before: Amounts | null,
): { field: string; most: string; ordered: string } | null {
  const { estimatedGallonsTenths } = order;
  const gallonsBefore = before?.estimatedGallonsTenths ?? 0;
  if (estimatedGallonsTenths > Math.max(toTenths(mostGallons), gallonsBefore)) {
    const ordered = formatGallons(estimatedGallonsTenths);
    return { field: 'estimatedGallons', most: `${mostGallons} gallons`, ordered };
  }
  const bags = bagsIn(order);
  if (bags <= Math.max(mostBags, before ? bagsIn(before) : 0)) return null;
  const field = order.smallIceBags > 0 ? 'smallIceBags' : 'largeIceBags';
  return { field, most: bagsText(mostBags), ordered: String(bags) };
}

type Refusal = { field: string; text: string };

/**
 * Returns why an order is too large, or null if it isn't. An order that was accepted above a limit
 * may stay as it is or shrink.
 *
 * @param options.byStaff staff and drivers may enter more gallons than the form allows, until the
 *   owner lowers the limit
 */
export function aboveLimits(
  order: Amounts,
  limits: OrderLimits,
  { before = null, byStaff = false }: { before?: Amounts | null; byStaff?: boolean } = {},
): Refusal | null {
  const isLowered = limits.mostGallons < FIRST_LIMITS.mostGallons;
  const mostGallons = byStaff && !isLowered ? MAX_STAFF_GALLONS : limits.mostGallons;
  const above = firstAbove(order, { ...limits, mostGallons }, before);
  if (!above) return null;
  const { field, most, ordered } = above;
  return { field, text: `An order can have up to ${most}. This one has ${ordered}.` };
}

/** Throws `invalid_input` if an order is above a limit. */
export function refuseAboveLimits(
  order: Amounts,
  limits: OrderLimits,
  options: { before?: Amounts | null; byStaff?: boolean; gallonsField?: string } = {},
): void {
  const refusal = aboveLimits(order, limits, options);
  if (!refusal) return;
  const { gallonsField = 'estimatedGallons' } = options;
  const field = refusal.field === 'estimatedGallons' ? gallonsField : refusal.field;
  throw new DomainError('invalid_input', refusal.text, { field });
}

/** Returns the most gallons of a fill-up. One that was accepted keeps its estimate. */
export const mostOfFillUp = (
  { mostGallons }: OrderLimits,
  before: { fillUp: boolean; estimatedGallonsTenths: GallonTenths } | null = null,
): number =>
  before?.fillUp ? Math.max(mostGallons, before.estimatedGallonsTenths / 10) : mostGallons;
