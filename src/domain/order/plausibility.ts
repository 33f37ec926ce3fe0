import {
  type Cents,
  cents,
  formatDollars,
  formatGallons,
  type GallonTenths,
  toTenths,
} from '../money';
import { type Price, quote } from '../pricing/quote';
import { type CanType, MAX_GALLONS } from './options';
import { asDelivered, type Delivered, iceSizesText, type Order } from './order';

/** Gallons allowed beyond 150% of the order before we ask. */
const SPARE_GALLONS = toTenths(5);
const SPARE_BAGS = 5;

/** Why a delivery's figures look like a typo. */
export const DOUBTS = [
  'more_gallons',
  'fewer_gallons',
  'more_ice',
  'fewer_ice',
  'large_total',
] as const;
export type Doubt = (typeof DOUBTS)[number];

/** The parts of an order that are compared with the delivery. */
export type Ordered = Pick<Order, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'> & {
  fillUp?: boolean;
  canType?: CanType;
  /** The boat's tank in gallons. Null or omitted if unknown. */
  boat?: { fuelCapacity: number | null } | null;
};

/** True if an amount differs so much from the ordered one that it's probably a typo. */
export function isFarFromOrdered(gallons: GallonTenths, ordered: GallonTenths): boolean {
  return isMuchMore(gallons, ordered, SPARE_GALLONS) || isMuchLess(gallons, ordered);
}

/**
 * Returns the reasons why a delivery's figures are implausible. Gallons, and bags of each size, may
 * be at most 150% of the order plus 5. Gallons must also be at least a tenth of the order, and at
 * most 5 more than the tank holds. Fewer bags of a size than ordered, and a total above
 * CONFIRM_ABOVE_DOLLARS, are implausible too. The browser, the driver's device, and the server all
 * use this rule. If the list is empty, the card is charged immediately.
 */
export function doubtsOf(
  ordered: Ordered,
  delivered: Delivered,
  { totalCents, confirmAboveCents }: { totalCents: Cents; confirmAboveCents: Cents },
): Doubt[] {
  const gallons = delivered.actualGallonsTenths;
  const orderedGallons = ordered.estimatedGallonsTenths;
  const isDoubtful: Record<Doubt, boolean> = {
    more_gallons: gallons > mostPlausible(ordered),
    fewer_gallons: isMuchLess(gallons, orderedGallons),
    more_ice:
      isMuchMore(delivered.smallIceBags, ordered.smallIceBags, SPARE_BAGS) ||
      isMuchMore(delivered.largeIceBags, ordered.largeIceBags, SPARE_BAGS),
    fewer_ice:
      delivered.smallIceBags < ordered.smallIceBags ||
      delivered.largeIceBags < ordered.largeIceBags,
    large_total: totalCents > confirmAboveCents,
  };
  return DOUBTS.filter((doubt) => isDoubtful[doubt]);
}

/**
 * Returns the highest amount that can be charged for an order before anyone checks the figures: the
 * total of the largest plausible delivery, or the limit for large totals if that's lower. For an
 * order above the limit, which is always checked, it's the order's own total.
 */
export function mostWithoutDoubt(
  ordered: Order & Ordered,
  price: Price & { confirmAboveCents: Cents },
): Cents {
  const largest = asDelivered(ordered, {
    actualGallonsTenths: Math.floor(mostPlausible(ordered)) as GallonTenths,
    smallIceBags: Math.floor(ordered.smallIceBags * 1.5) + SPARE_BAGS,
    largeIceBags: Math.floor(ordered.largeIceBags * 1.5) + SPARE_BAGS,
  });
  const { totalCents } = quote(largest, price);
  const asOrdered = quote(ordered, price).totalCents;
  return cents(Math.max(asOrdered, Math.min(totalCents, price.confirmAboveCents)));
}

/** Returns the most gallons that plausibly match the order and fit in the boat. */
function mostPlausible(ordered: Ordered): number {
  const { fillUp, estimatedGallonsTenths } = ordered;
  const ofOrder = fillUp ? toTenths(MAX_GALLONS) : estimatedGallonsTenths * 1.5;
  const tank = tankOf(ordered);
  if (tank === null) return ofOrder + SPARE_GALLONS;
  return (fillUp ? tank : Math.min(ofOrder, tank)) + SPARE_GALLONS;
}

/** Returns the tank's capacity in tenths. Null if it's unknown, or if the fuel goes into cans. */
function tankOf({ boat, canType, fillUp }: Ordered): GallonTenths | null {
  const isForBoat = fillUp || (canType !== 'cans' && canType !== 'own');
  return isForBoat && boat?.fuelCapacity ? toTenths(boat.fuelCapacity) : null;
}

const isMuchMore = (amount: number, ordered: number, spare: number) =>
  amount > ordered * 1.5 + spare;
const isMuchLess = (amount: number, ordered: number) => amount * 10 < ordered;

/** Returns the reasons for doubt, with a sentence for each part that differs from the order. */
export function doubtText(
  doubts: readonly Doubt[],
  ordered: Ordered,
  delivered: Delivered,
  confirmAboveCents: Cents,
): string {
  const sentences: string[] = [];
  if (doubts.includes('more_gallons') || doubts.includes('fewer_gallons')) {
    const gallons = formatGallons(delivered.actualGallonsTenths);
    const wanted = formatGallons(ordered.estimatedGallonsTenths);
    const entered = gallons === '1' ? '1 gallon was' : `${gallons} gallons were`;
    sentences.push(`${entered} entered, for an order of ${wanted}.`);
    const tank = tankOf(ordered);
    if (tank !== null && delivered.actualGallonsTenths > tank) {
      sentences.push(`The tank holds ${formatGallons(tank)}.`);
    }
  }
  if (doubts.includes('more_ice') || doubts.includes('fewer_ice')) {
    sentences.push(`${bagsEntered(delivered, ordered)}.`);
  }
  if (doubts.includes('large_total')) {
    sentences.push(`The total is above ${formatDollars(confirmAboveCents)}.`);
  }
  return sentences.join(' ');
}

/** Names the sizes only if the total number of bags is as ordered. */
function bagsEntered(delivered: Delivered, ordered: Ordered): string {
  const [count, wanted] = [bagsOf(delivered), bagsOf(ordered)];
  if (count === wanted) {
    const [sizes, wantedSizes] = [delivered, ordered].map((bags) =>
      iceSizesText({ ...bags, mediumIceBags: 0 }),
    );
    return `Ice bags were entered as ${sizes}, for an order of ${wantedSizes}`;
  }
  const entered = count === 1 ? '1 ice bag was' : `${count === 0 ? 'No' : count} ice bags were`;
  return `${entered} entered, for an order of ${wanted}`;
}

const bagsOf = (bags: Pick<Order, 'smallIceBags' | 'largeIceBags'>) =>
  bags.smallIceBags + bags.largeIceBags;
