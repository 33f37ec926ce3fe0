import { type Cents, formatDollars, formatGallons, type GallonTenths, toTenths } from '../money';
import { type CanType, MAX_GALLONS } from './options';
import { type Delivered, iceSizesText, type Order } from './order';

/** How much more than half as much again is still plausible. */
const SPARE_GALLONS = toTenths(5);
const SPARE_BAGS = 5;

/** Why the figures of a delivery look like a slip of the finger. */
export const DOUBTS = [
  'more_gallons',
  'fewer_gallons',
  'more_ice',
  'fewer_ice',
  'large_total',
] as const;
export type Doubt = (typeof DOUBTS)[number];

/** What was ordered, as far as it is compared with what was delivered. */
export type Ordered = Pick<Order, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'> & {
  fillUp?: boolean;
  canType?: CanType;
  /** The tank of the boat, in gallons; left out and null are not known. */
  boat?: { fuelCapacity: number | null } | null;
};

/** True when so many gallons are hardly what an order of the other amount meant. */
export function isFarFromOrdered(gallons: GallonTenths, ordered: GallonTenths): boolean {
  return isMuchMore(gallons, ordered, SPARE_GALLONS) || isMuchLess(gallons, ordered);
}

/**
 * What is implausible in a delivery: gallons or ice bags of a size above half as much again and
 * five more, gallons under a tenth, five more than the tank holds, fewer bags of a size than ordered, or
 * a total above CONFIRM_ABOVE_DOLLARS. Browser, driver's device and server run this one rule; an empty list is charged
 * at once.
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

/** Gallons above these are hardly what the order meant, or do not go into the boat. */
function mostPlausible(ordered: Ordered): number {
  const { fillUp, estimatedGallonsTenths } = ordered;
  const ofOrder = fillUp ? toTenths(MAX_GALLONS) : estimatedGallonsTenths * 1.5;
  const tank = tankOf(ordered);
  if (tank === null) return ofOrder + SPARE_GALLONS;
  return (fillUp ? tank : Math.min(ofOrder, tank)) + SPARE_GALLONS;
}

/** What goes into the boat, in tenths; null where that is not known, and where cans are filled. */
function tankOf({ boat, canType, fillUp }: Ordered): GallonTenths | null {
  const isForBoat = fillUp || (canType !== 'cans' && canType !== 'own');
  return isForBoat && boat?.fuelCapacity ? toTenths(boat.fuelCapacity) : null;
}

const isMuchMore = (amount: number, ordered: number, spare: number) =>
  amount > ordered * 1.5 + spare;
const isMuchLess = (amount: number, ordered: number) => amount * 10 < ordered;

/** Why a delivery is in doubt, a sentence for each part of it that is far from the order. */
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

/** The sizes are named if the count alone doesn't tell what is different. */
function bagsEntered(delivered: Delivered, ordered: Ordered): string {
  const [came, wanted] = [bagsOf(delivered), bagsOf(ordered)];
  if (came === wanted) {
    const [cameSizes, wantedSizes] = [delivered, ordered].map((bags) =>
      iceSizesText({ ...bags, mediumIceBags: 0 }),
    );
    return `Ice bags were entered as ${cameSizes}, for an order of ${wantedSizes}`;
  }
  const entered = came === 1 ? '1 ice bag was' : `${came === 0 ? 'No' : came} ice bags were`;
  return `${entered} entered, for an order of ${wanted}`;
}

const bagsOf = (bags: Pick<Order, 'smallIceBags' | 'largeIceBags'>) =>
  bags.smallIceBags + bags.largeIceBags;
