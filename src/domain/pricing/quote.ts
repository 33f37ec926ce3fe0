import { type Cents, type GallonTenths, priceOfGallons } from '../money';

/** Ice by the bag (customer section 9). Medium bags are stored but never priced (D21). */
export const SMALL_ICE_BAG_CENTS: Cents = 500;
export const LARGE_ICE_BAG_CENTS: Cents = 700;

export const DELIVERY_FEE_FUEL_CENTS: Cents = 2500;
export const DELIVERY_FEE_ICE_CENTS: Cents = 1000;
export const DELIVERY_FEE_BOTH_CENTS: Cents = 3000;

/** What is to be priced. `unitPriceCents` is final: the service is already in it (D23, D24). */
export type QuoteInput = {
  gallons: GallonTenths;
  unitPriceCents: Cents;
  smallIceBags: number;
  largeIceBags: number;
  /** A test-mode promo code waives the delivery fee (customer section 9). */
  testMode: boolean;
};

/** A total with its lines; the lines add up to it to the cent (D22). */
export type Quote = {
  fuelCents: Cents;
  iceCents: Cents;
  deliveryCents: Cents;
  totalCents: Cents;
};

/** Prices an order or a delivery: each line rounded once, half up, then added (D22, D25). */
export function quote(input: QuoteInput): Quote {
  const fuelCents = priceOfGallons(input.gallons, input.unitPriceCents);
  const iceCents =
    input.smallIceBags * SMALL_ICE_BAG_CENTS + input.largeIceBags * LARGE_ICE_BAG_CENTS;
  const deliveryCents = input.testMode
    ? 0
    : deliveryFee(input.gallons > 0, input.smallIceBags + input.largeIceBags > 0);
  return { fuelCents, iceCents, deliveryCents, totalCents: fuelCents + iceCents + deliveryCents };
}

/** $25 for fuel, $10 for ice, $30 for both, nothing for nothing (customer section 9, D25). */
export function deliveryFee(hasFuel: boolean, hasIce: boolean): Cents {
  if (hasFuel && hasIce) return DELIVERY_FEE_BOTH_CENTS;
  if (hasFuel) return DELIVERY_FEE_FUEL_CENTS;
  return hasIce ? DELIVERY_FEE_ICE_CENTS : 0;
}
