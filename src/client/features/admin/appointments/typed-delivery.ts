import { assessDelivery } from '@/domain/appointment/completion';
import { parseGallons } from '@/domain/money';
import type { Appointment } from './appointment';

/** What staff have typed of a delivery so far. */
export type TypedDelivery = {
  actualGallons?: string | number;
  smallIceBags?: number;
  largeIceBags?: number;
};

/** What was delivered as typed, by the rules that the server charges with; null while the gallons are no number. */
export function deliveryOf(appointment: Appointment, typed: TypedDelivery) {
  const actualGallonsTenths = parseGallons(typed.actualGallons ?? '');
  if (actualGallonsTenths === null) return null;
  const { unitPriceCents, testMode } = appointment;
  const delivered = {
    actualGallonsTenths,
    smallIceBags: typed.smallIceBags ?? 0,
    largeIceBags: typed.largeIceBags ?? 0,
  };
  return assessDelivery(appointment, delivered, { unitPriceCents, testMode });
}
