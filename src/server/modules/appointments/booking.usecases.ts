import { isUniqueViolation } from '@/db/failures';
import type { OwnerPatch } from '@/domain/booking/patch-schemas';
import { BOOKING_SENTENCES, type BookingInput, type OrderInput } from '@/domain/booking/schemas';
import { assertTransition, MODIFIABLE_STATUSES, statusesBefore } from '@/domain/booking/status';
import { DomainError, SENTENCES } from '@/domain/errors';
import { chargedUnitPrice } from '@/domain/pricing/fuel';
import { quote } from '@/domain/pricing/quote';
import { type Actor, hasRole } from '@/domain/roles';
import {
  hasStarted,
  isWithinBookingTime,
  TIME_WINDOWS,
  windowByLabel,
  windowLabel,
} from '@/domain/slots/windows';
import { isEmail, isPhone } from '@/domain/text';
import { localMoment } from '@/domain/time';
import { cutOffOf, type Deps } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import { findUserById, type UserRow } from '../auth/users.repository';
import { marketPrices } from '../pricing/pricing.usecases';
import { findTestPromo } from '../pricing/promo.repository';
import { hasPlaceLeft } from '../slots/slots.repository';
import { moverOf, ownOrStaffRow, ownRow } from './access';
import {
  type AppointmentRow,
  findAppointment,
  findByRequest,
  insertIfPlaceLeft,
  type NewAppointment,
  updateIf,
} from './appointments.repository';
import { type CustomerAppointment, customerView } from './appointments.view';
import { type ExpectedDelivery, expectedView } from './expected.usecases';
import { findWithCharge, listForCustomer } from './history.repository';
import { type DeliveryDetails, readBooking } from './history.usecases';
import { issueManageToken } from './manage-link';
import { newPublicCode } from './public-code';
import { releaseSetup } from './setup-release';

type Call = { deps: Deps; actor: Actor };

/** A new booking; `manageToken` is the guest's key to it, null for a signed-in customer (D19). */
export type Booked = { appointment: CustomerAppointment; manageToken: string | null };

/**
 * Books a window and holds it while the card is saved (D12, D20). Throws `invalid_input` with the
 * specified sentence, or `slot_taken`. Repeating it with the same requestId returns the first booking.
 */
export async function createBooking({ deps, actor }: Call, input: BookingInput): Promise<Booked> {
  const now = deps.clock.now();
  const user = actor.kind === 'user' ? await findUserById(deps.db.orm, actor.userId) : null;
  const window = requireBookableWindow(deps, input);
  const contact = contactOf(user, input);
  const [market, testMode] = await Promise.all([
    marketPrices(deps.db),
    isTestPromo(deps, input.promoCode),
  ]);

  const unitPriceCents = chargedUnitPrice(input.fuelType, market);
  const requestId = input.requestId ? `${user?.id ?? 'guest'}:${input.requestId}` : null;
  const row = {
    id: deps.ids.next(),
    requestId,
    userId: user?.id ?? null,
    date: input.date,
    windowIndex: window.index,
    holdExpiresAt: now + deps.settings.holdMinutes * 60_000,
    ...orderColumns(input, unitPriceCents, testMode),
    ...contact,
    paymentMethod: 'card' as const,
    promoCode: testMode ? input.promoCode : null,
    promoCodeUsed: testMode,
    testMode,
    createdAt: now,
    updatedAt: now,
  };

  const stored =
    (await book(deps, row)) ?? (requestId && (await findByRequest(deps.db.orm, requestId)));
  if (!stored || stored.status === 'cancelled') {
    throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
  }
  return {
    appointment: customerView(stored),
    manageToken: user ? null : issueManageToken(deps, stored.id),
  };
}

/** Public codes are random and short; a repeated one is drawn again. */
const CODE_DRAWS = 5;

/** The booking as stored; null when the window is full, or when this very request came before. */
async function book(
  deps: Deps,
  row: Omit<NewAppointment, 'publicCode'>,
): Promise<AppointmentRow | null> {
  for (let draw = 1; ; draw += 1) {
    try {
      const full = { ...row, publicCode: newPublicCode() };
      return await insertIfPlaceLeft(deps.db, full, row.createdAt);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (row.requestId && (await findByRequest(deps.db.orm, row.requestId))) return null;
      if (draw === CODE_DRAWS) throw error;
    }
  }
}

/** The window asked for, if time still allows it: 400 outside the 14 dates, 409 once it began. */
function requireBookableWindow(deps: Deps, input: { date: string; time: string }) {
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

/** Who to reach: the profile of a customer, a phone number alone of a guest (customer section 5). */
function contactOf(user: UserRow | null, input: BookingInput) {
  const contact = {
    customerName: input.customerName || user?.fullName || null,
    customerEmail: input.customerEmail || user?.email || null,
    customerPhone: input.customerPhone || user?.phone || null,
    customerAddress: input.customerAddress || user?.address || null,
  };
  const refuse = (sentence: string, field: string) => {
    throw new DomainError('invalid_input', sentence, { field });
  };
  if (user) {
    if (!isEmail(contact.customerEmail ?? '')) refuse(BOOKING_SENTENCES.email, 'customerEmail');
    if (!isPhone(contact.customerPhone ?? '')) refuse(BOOKING_SENTENCES.phone, 'customerPhone');
    if ((contact.customerName ?? '').trim().length < 2) {
      refuse(BOOKING_SENTENCES.fullName, 'customerName');
    }
  } else {
    if (!contact.customerPhone) refuse(SENTENCES.signInFirst, 'customerPhone');
    if (!isPhone(contact.customerPhone ?? '')) {
      refuse('Please enter a phone number with at least 10 digits.', 'customerPhone');
    }
    if (contact.customerEmail && !isEmail(contact.customerEmail)) {
      refuse('Please enter a valid email address', 'customerEmail');
    }
  }
  return contact;
}

async function isTestPromo(deps: Deps, code: string | null | undefined): Promise<boolean> {
  return code ? (await findTestPromo(deps.db.orm, code)) !== null : false;
}

function orderColumns(order: OrderInput, unitPriceCents: number, testMode: boolean) {
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

/** The owner's deliveries, in the order of the calendar. A visitor has none. */
export async function listBookings({ deps, actor }: Call): Promise<ExpectedDelivery[]> {
  if (actor.kind === 'guest') {
    const found = await findWithCharge(deps.db.orm, actor.appointmentId);
    return found && found.appointment.status !== 'cancelled'
      ? [await expectedView(deps, found)]
      : [];
  }
  if (actor.kind !== 'user') return [];
  const rows = await listForCustomer(deps.db.orm, actor.userId, deps.clock.now());
  return Promise.all(rows.map((row) => expectedView(deps, row)));
}

/**
 * Changes a booking and, in the same statement, moves it to its new window if that has a place; the
 * card stays (D18). Throws `conflict` once its window has begun, `slot_taken` when the new one is full.
 */
export async function modifyBooking(
  { deps, actor }: Call,
  input: OrderInput & { id: string },
): Promise<DeliveryDetails> {
  const now = deps.clock.now();
  const row = ownRow(actor, await findAppointment(deps.db.orm, input.id));
  refuseOnceStarted(deps, row);
  const staysInPlace =
    input.date === row.date && input.time === TIME_WINDOWS[row.windowIndex]?.label;
  const window = staysInPlace ? TIME_WINDOWS[row.windowIndex] : requireBookableWindow(deps, input);
  if (!window) throw new Error('the booking has no window');

  const unitPriceCents =
    input.fuelType === row.fuelType
      ? row.unitPriceCents
      : chargedUnitPrice(input.fuelType, await marketPrices(deps.db));
  const target = { date: input.date, windowIndex: window.index };
  const after = {
    ...target,
    ...orderColumns(input, row.customUnitPriceCents ?? unitPriceCents, row.testMode),
    unitPriceCents,
    updatedAt: now,
  };
  await deps.db.transaction(async (tx) => {
    const changed = await updateIf(
      tx,
      row.id,
      {
        statuses: MODIFIABLE_STATUSES,
        also: staysInPlace ? undefined : hasPlaceLeft(target, now, row.id),
      },
      after,
    );
    if (!changed) {
      const current = ownRow(actor, await findAppointment(tx, row.id));
      if (!MODIFIABLE_STATUSES.includes(current.status)) throw closedForChanges();
      throw new DomainError('slot_taken', SENTENCES.slotTaken, { field: 'time' });
    }
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.modified',
      before: pick(row, Object.keys(after)),
      after: pick(changed, Object.keys(after)),
      at: now,
    });
  });
  return readBooking({ deps, actor }, row);
}

/**
 * Changes the fields that are given, or cancels; the call for owners from outside (D35). What is
 * left out stays as it was booked.
 */
export async function patchBooking(
  { deps, actor }: Call,
  input: OwnerPatch,
): Promise<DeliveryDetails> {
  const { id, status, ...changes } = input;
  const row = ownRow(actor, await findAppointment(deps.db.orm, id));
  if (status === 'cancelled') {
    await cancelBooking({ deps, actor }, { id });
    return readBooking({ deps, actor }, { id });
  }
  const merged = { ...orderOf(row), ...changes, id };
  if (merged.estimatedGallons + merged.smallIceBags + merged.largeIceBags === 0) {
    throw new DomainError('invalid_input', BOOKING_SENTENCES.noItems, {
      field: 'estimatedGallons',
    });
  }
  return modifyBooking({ deps, actor }, merged);
}

/** A booking as its form would send it again. */
function orderOf(row: AppointmentRow): OrderInput {
  return {
    date: row.date,
    time: windowLabel(row.windowIndex),
    location: row.location,
    slipNumber: row.slipNumber ?? '',
    fuelType: row.fuelType,
    // Staff may have entered tenths; a customer's form knows whole gallons (D27).
    estimatedGallons: row.estimatedGallonsTenths / 10,
    canType: row.canType,
    smallIceBags: row.smallIceBags,
    mediumIceBags: row.mediumIceBags,
    largeIceBags: row.largeIceBags,
  };
}

const closedForChanges = () =>
  new DomainError('conflict', 'This delivery can no longer be changed.');

function refuseOnceStarted(deps: Deps, row: AppointmentRow) {
  const window = TIME_WINDOWS[row.windowIndex];
  const clock = localMoment(deps.clock.now(), deps.settings.timeZone);
  if (!MODIFIABLE_STATUSES.includes(row.status)) throw closedForChanges();
  if (window && hasStarted(row.date, window, clock)) throw closedForChanges();
}

/**
 * Cancels, which frees the window at once. Cancelling twice is harmless; customers may until a
 * driver is on the way (D43). An abandoned payment dialog comes here too (D12).
 */
export async function cancelBooking(
  { deps, actor }: Call,
  input: { id: string; reason?: string },
): Promise<CustomerAppointment> {
  const now = deps.clock.now();
  const row = ownOrStaffRow(actor, await findAppointment(deps.db.orm, input.id));
  if (row.status === 'cancelled') return customerView(row);
  // A driver who booked for themselves cancels as any customer does.
  const mover = hasRole(actor, 'driver') ? 'customer' : moverOf(actor);
  assertTransition(row.status, 'cancelled', mover);

  const cancelled = await deps.db.transaction(async (tx) => {
    const changed = await updateIf(
      tx,
      row.id,
      { statuses: statusesBefore('cancelled', mover) },
      { status: 'cancelled', cancelledAt: now, cancelReason: input.reason || null, updatedAt: now },
    );
    if (!changed) return null;
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: row.id,
      actor,
      action: 'appointment.cancelled',
      before: { status: row.status },
      after: { status: 'cancelled', reason: input.reason || null },
      at: now,
    });
    return changed;
  });
  if (!cancelled) {
    const current = ownOrStaffRow(actor, await findAppointment(deps.db.orm, row.id));
    if (current.status === 'cancelled') return customerView(current);
    throw new DomainError('conflict', 'This delivery can no longer be cancelled.');
  }
  await releaseSetup(deps, cancelled);
  return customerView(cancelled);
}

/** Whether a code is a promo code, in the words of the form (customer sections 5 and 8). */
export async function validatePromoCode(
  { deps }: { deps: Deps },
  input: { promoCode: string },
): Promise<{ valid: boolean; testMode: boolean; message: string }> {
  const valid = await isTestPromo(deps, input.promoCode);
  return valid
    ? { valid, testMode: true, message: '✓ Promo code applied - test mode activated' }
    : { valid, testMode: false, message: BOOKING_SENTENCES.promoCode };
}

/** The named columns of a row, for an audit entry. */
export function pick(row: AppointmentRow, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, row[key as keyof AppointmentRow]]));
}
