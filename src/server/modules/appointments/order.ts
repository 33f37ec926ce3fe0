import { BOOKING_SENTENCES, type OrderInput } from '@/domain/booking/schemas';
import { DomainError, SENTENCES } from '@/domain/errors';
import { quote } from '@/domain/pricing/quote';
import { isWithinBookingTime, windowByLabel } from '@/domain/slots/windows';
import { localMoment } from '@/domain/time';
import { cutOffOf, type Deps } from '@/server/deps';

/** The window asked for, if time still allows it: 400 outside the 14 dates, 409 once it began. */
export function requireBookableWindow(deps: Deps, input: { date: string; time: string }) {
  const now = deps.clock.now();
  const cutOff = cutOffOf(deps.settings);
  const window = windowByLabel(input.time);
  if (!window)
    throw new DomainError('invalid_input', BOOKING_SENTENCES.dateAndTime, { field: 'time' });
  if (isWithinBookingTime(input.date, window, now, cutOff)) return window;
  if (input.date === localMoment(now, cutOff.timeZone).date) {
    throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
  }
  throw new DomainError('invalid_input', 'Please choose a date within the next 14 days.', {
    field: 'date',
  });
}

/** What is ordered and what it costs, as a booking keeps it. */
export function orderColumns(order: OrderInput, unitPriceCents: number, testMode: boolean) {
  // Rounded, because 1.1 * 10 is not quite 11.
  const gallons = Math.round(order.estimatedGallons * 10);
  const price = quote({
    gallons,
    unitPriceCents,
    smallIceBags: order.smallIceBags,
    largeIceBags: order.largeIceBags,
    testMode,
  });
  return {
    location: order.location,
    slipNumber: order.slipNumber || null,
    fuelType: order.fuelType,
    estimatedGallonsTenths: gallons,
    canType: order.canType,
    smallIceBags: order.smallIceBags,
    mediumIceBags: order.mediumIceBags,
    largeIceBags: order.largeIceBags,
    unitPriceCents,
    fuelTotalCents: price.fuelCents,
    iceTotalCents: price.iceCents,
    deliveryFeeCents: price.deliveryCents,
    totalPriceCents: price.totalCents,
  };
}
