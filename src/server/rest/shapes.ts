import type { inferRouterOutputs } from '@trpc/server';
import { FUEL_CAPACITY } from '@/domain/account/profile';
import { toDollars } from '@/domain/money';
import type { AppRouter } from '@/server/trpc';

type Outputs = inferRouterOutputs<AppRouter>;
type OwnAppointment = Outputs['booking']['cancel'];

/** Inside the product amounts are cents and gallons tenths; outside, dollars and gallons (D22). */
export function appointmentForOwner<A extends OwnAppointment>(appointment: A) {
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

/** An appointment as staff see it, with who booked it. */
export function appointmentForStaff(appointment: Outputs['admin']['patch']) {
  const { customUnitPriceCents, bookedUnitPriceCents, customerAccountPhone, ...same } = appointment;
  return {
    ...appointmentForOwner(same),
    customerPhone2: customerAccountPhone,
    customFuelPrice: customUnitPriceCents === null ? null : toDollars(customUnitPriceCents),
    bookedFuelPrice: toDollars(bookedUnitPriceCents),
  };
}

/**
 * A booking's body as outside callers send it: numbers may come as text, and null means left out.
 * Nothing is decided here; the procedure's schema does.
 */
export function bookingBody(body: Record<string, unknown>): Record<string, unknown> {
  return withNumbers(Object.entries(body).filter(([, value]) => value !== null));
}

/** A change: null blanks the slip number, and is refused by the schema anywhere else. */
export function patchBody(body: Record<string, unknown>): Record<string, unknown> {
  return withNumbers(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'slipNumber' && value === null ? '' : value,
    ]),
  );
}

function withNumbers(fields: [name: string, value: unknown][]): Record<string, unknown> {
  const isDigits = (value: unknown) => typeof value === 'string' && /^\d+$/.test(value);
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      NUMBERS.has(name) && isDigits(value) ? Number(value) : value,
    ]),
  );
}

/** The booking that a card is for: beside the appointment's data, or in it under either name. */
export function bookingOf({ appointmentId, appointmentData }: Record<string, unknown>): unknown {
  if (appointmentId !== undefined || typeof appointmentData !== 'object') return appointmentId;
  const data = appointmentData as Record<string, unknown> | null;
  return data?.appointmentId ?? data?.id;
}

const NUMBERS = new Set(['estimatedGallons', 'smallIceBags', 'mediumIceBags', 'largeIceBags']);

export function completionResult(result: Outputs['driver']['complete']) {
  const { totalPriceCents, ...same } = result;
  return { ...same, totalPrice: toDollars(totalPriceCents) };
}

/** A profile under the names of the specification's calls; the address has two of them (D50). */
export function profileAnswer(user: Outputs['auth']['updateProfile']) {
  return {
    id: user.id,
    username: user.username,
    fullName: user.fullName,
    email: user.email,
    phone: user.phone,
    address: user.address,
    preferredAddress: user.address,
    boatName: user.boatName,
    boatType: user.boatType,
    preferredFuelType: user.preferredFuelType,
    preferredCanType: user.preferredCanType,
    typicalFuelCapacity: user.typicalFuelCapacity ?? FUEL_CAPACITY.default,
    deliveryMethod: user.deliveryMethod,
  };
}

/** Market prices in dollars, as the fuel card reads them. */
export function pricesAnswer(prices: Outputs['pricing']['current']) {
  return {
    regular: toDollars(prices.market.regularCents),
    premium: toDollars(prices.market.premiumCents),
    updatedAt: prices.updatedAt === null ? null : new Date(prices.updatedAt).toISOString(),
  };
}

/** Support texts; outside, the FAQ is JSON text (staff section 3). */
export function supportAnswer(support: Outputs['support']['info']) {
  const { email, phone, businessHours, serviceArea, emergencyInfo, faqItems } = support;
  return {
    email,
    phone,
    businessHours,
    serviceArea,
    emergencyInfo,
    faqItems: JSON.stringify(faqItems),
  };
}

/** A customer record in dollars and calendar dates (staff section 3). */
export function customerRecord(customer: Outputs['admin']['exportCustomers']['customers'][number]) {
  const { totalSpentCents, lastOrderAt, ...same } = customer;
  return {
    ...same,
    totalSpent: toDollars(totalSpentCents),
    lastOrderDate: lastOrderAt === null ? null : new Date(lastOrderAt).toISOString(),
  };
}
