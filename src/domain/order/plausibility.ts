import { type GallonTenths, toTenths } from '../money';

/** How much more than was ordered is still plausible: half as much again, and five on top (D90). */
const SPARE_GALLONS = toTenths(5);

/** True when so many gallons are hardly what an order of the other amount meant (D90). */
export function isFarFromOrdered(gallons: GallonTenths, ordered: GallonTenths): boolean {
  return gallons > ordered * 1.5 + SPARE_GALLONS || gallons * 10 < ordered;
}
