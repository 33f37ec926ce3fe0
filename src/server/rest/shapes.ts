import type { inferRouterOutputs } from '@trpc/server';
import { toDollars } from '@/domain/money';
import type { AppRouter } from '@/server/trpc';

type Outputs = inferRouterOutputs<AppRouter>;
type OwnAppointment = Outputs['booking']['get'];
type Delivery = Outputs['driver']['day']['deliveries'][number];

/** Inside the product amounts are cents and gallons tenths; outside, dollars and gallons (D22). */
export function appointmentForOwner(appointment: OwnAppointment) {
  const {
    estimatedGallonsTenths,
    actualGallonsTenths,
    unitPriceCents,
    fuelTotalCents,
    iceTotalCents,
    deliveryFeeCents,
    totalPriceCents,
    totalPaidCents,
    refundedCents,
    remainingBalanceCents,
    ...same
  } = appointment;
  return {
    ...same,
    estimatedGallons: estimatedGallonsTenths / 10,
    actualGallons: actualGallonsTenths === null ? null : actualGallonsTenths / 10,
    unitPrice: toDollars(unitPriceCents),
    fuelTotal: toDollars(fuelTotalCents),
    iceTotal: toDollars(iceTotalCents),
    deliveryFee: toDollars(deliveryFeeCents),
    totalPrice: toDollars(totalPriceCents),
    totalPaid: toDollars(totalPaidCents),
    refunded: toDollars(refundedCents),
    remainingBalance: toDollars(remainingBalanceCents),
  };
}

export function appointmentForDriver({ customerName, customerPhone, ...delivery }: Delivery) {
  return { ...appointmentForOwner(delivery), customerName, customerPhone };
}

/**
 * A booking's body as outside callers send it: numbers may come as text, and null means left out.
 * Nothing is decided here; the procedure's schema does.
 */
export function bookingBody(body: Record<string, unknown>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue;
    read[name] =
      NUMBERS.has(name) && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  }
  return read;
}

const NUMBERS = new Set(['estimatedGallons', 'smallIceBags', 'mediumIceBags', 'largeIceBags']);

export function completionResult(result: Outputs['driver']['complete']) {
  const { totalPriceCents, ...same } = result;
  return { ...same, totalPrice: toDollars(totalPriceCents) };
}

/** Market prices in dollars, as the fuel card reads them. */
export function pricesAnswer(prices: Outputs['pricing']['current']) {
  return {
    regular: toDollars(prices.market.regularCents),
    premium: toDollars(prices.market.premiumCents),
    updatedAt: prices.updatedAt === null ? null : new Date(prices.updatedAt).toISOString(),
  };
}
