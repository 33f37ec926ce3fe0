import { parseGallons } from '@/domain/money';
import { asDelivered } from '@/domain/order/order';
import { doubtsOf, doubtText } from '@/domain/order/plausibility';
import { quote } from '@/domain/pricing/quote';
import type { Appointment } from './appointment';

/** What staff have typed of a delivery so far. */
export type TypedDelivery = {
  actualGallons?: string | number;
  smallIceBags?: number;
  largeIceBags?: number;
};

/**
 * What was delivered as typed, its price, and why it looks like a slip of the finger ('' where it does
 * not), by the rules that the server charges with. Null while the gallons are no number.
 */
export function deliveryOf(appointment: Appointment, typed: TypedDelivery) {
  const actualGallonsTenths = parseGallons(typed.actualGallons ?? '');
  if (actualGallonsTenths === null) return null;
  const { unitPriceCents, testMode } = appointment;
  const delivered = {
    actualGallonsTenths,
    smallIceBags: typed.smallIceBags ?? 0,
    largeIceBags: typed.largeIceBags ?? 0,
  };
  const order = asDelivered(appointment, delivered);
  const price = quote(order, { unitPriceCents, testMode });
  // A test booking costs nothing, so there is nothing to confirm.
  const doubts = testMode ? [] : doubtsOf(appointment, delivered, price.totalCents);
  return { order, price, doubt: doubtText(doubts, appointment, delivered) };
}
