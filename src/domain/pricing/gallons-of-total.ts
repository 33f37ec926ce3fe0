import type { Cents, GallonTenths, UnitPrice } from '../money';
import { gallonTenths } from '../money';
import type { Order } from '../order/order';
import { quoteDelivered } from './delivered-price';
import { type Price, unitPriceOf } from './quote';

type Booked = Order & Price & { customUnitPriceCents: UnitPrice | null };

/**
 * Returns the gallons that add up to a total with the ordered bags, or null if no amount of fuel
 * matches it exactly.
 */
export function gallonsOfTotal(row: Booked, totalCents: Cents): GallonTenths | null {
  const totalOf = (tenths: number) =>
    quoteDelivered(row, {
      actualGallonsTenths: gallonTenths(tenths),
      smallIceBags: row.smallIceBags,
      largeIceBags: row.largeIceBags,
    }).totalCents;
  if (totalOf(0) === totalCents) return gallonTenths(0);
  // The price of everything else is the same for any amount of fuel.
  const perTenth = unitPriceOf(row) / 10;
  const near = Math.round((totalCents - totalOf(1)) / perTenth) + 1;
  for (const tenths of [near, near - 1, near + 1]) {
    if (tenths > 0 && totalOf(tenths) === totalCents) return gallonTenths(tenths);
  }
  return null;
}
