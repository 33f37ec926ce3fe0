import { isUniqueViolation } from '@/db/failures';
import { BOOKING_SENTENCES, type BookingInput } from '@/domain/booking/schemas';
import { DomainError, SENTENCES } from '@/domain/errors';
import { chargedUnitPrice } from '@/domain/pricing/fuel';
import type { Actor } from '@/domain/roles';
import { isEmail, isPhone } from '@/domain/text';
import type { Deps } from '@/server/deps';
import { findUserById, type UserRow } from '../auth/users.repository';
import { marketPrices } from '../pricing/pricing.usecases';
import { findTestPromo } from '../pricing/promo.repository';
import {
  type AppointmentRow,
  findByRequest,
  insertIfPlaceLeft,
  type NewAppointment,
} from './appointments.repository';
import { type CustomerAppointment, customerView } from './appointments.view';
import { type ExpectedDelivery, expectedView } from './expected.usecases';
import { findWithCharge, listForCustomer } from './history.repository';
import { issueManageToken } from './manage-link';
import { orderColumns, requireBookableWindow } from './order';
import { newPublicCode } from './public-code';

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
