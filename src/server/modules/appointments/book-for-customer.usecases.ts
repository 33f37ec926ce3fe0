import { tryWriteGuarded } from '@/db/guarded-batch';
import {
  BOOK_FOR_MESSAGES,
  type BookForCustomerInput,
} from '@/domain/appointment/book-for-customer.schema';
import { DomainError } from '@/domain/errors';
import { EMPTY_ORDER, withFillUpEstimate } from '@/domain/order/order';
import { mostOfFillUp, refuseAboveLimits } from '@/domain/order/order-limits';
import { refuseMisfit } from '@/domain/pricing/discount-rules';
import type { PricesNow } from '@/domain/pricing/price-book';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { storedPriceList } from '@/domain/pricing/promised-price-list';
import { quoteNew } from '@/domain/pricing/quote';
import { refuseHigherTotal } from '@/domain/pricing/shown-total';
import type { UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { fingerprintOf } from '../auth/tokens';
import {
  findUserById,
  isPresentCustomer,
  selectBillTo,
  selectUser,
  type UserRow,
} from '../auth/users.repository';
import { selectBoat } from '../boats/boats.repository';
import { selectDock } from '../boats/docks.repository';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { message } from '../messages/message';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import { selectPriceBook } from '../pricing/price-book.repository';
import { selectLatestPrice } from '../pricing/pricing.repository';
import { pricesOf } from '../pricing/pricing.usecases';
import { hoursOf, selectHours } from '../slots/hours.repository';
import { type NewAppointment, wholeAppointment } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import {
  type ChosenColumns,
  chosenColumns,
  refuseWrongFuel,
  withTypedFacts,
} from './boat-and-dock';
import { requireStaffTimeSlot } from './bookable-time-slot';
import { insertBookedByUs } from './booked-by-us.repository';
import { deliveryFacts, linkColumns } from './delivery-link';
import { discountForStaff, type OrderDiscount } from './order-discount.usecases';
import { withPublicCode } from './public-code';
import { findForStaff, type StaffRow, selectForStaff } from './staff-lists.repository';

/**
 * Books for a customer on the phone, with or without an account. The appointment isn't a hold and
 * has no card. The customer gets a link to add one, and isn't charged before the delivery. Sending
 * the same request again changes nothing.
 *
 * @throws `slot_taken` if the window is full or blocked and no reason is given
 * @throws `invalid_input` if the boat or dock isn't the customer's, or the dock's address has
 *   changed, or if the order can't use the promo code
 */
export async function bookForCustomer(
  call: UserCall,
  input: BookForCustomerInput,
): Promise<StaffAppointment> {
  try {
    return await bookOrRefuse(call, input);
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal;
    // An earlier send of this form may have booked in the meantime. If it took the last spot or the
    // discount's last use, this one is refused because of it.
    const sent = await findForStaff(call.deps.db.orm, input.id);
    if (sent) return bookedBefore(call, sent, input);
    throw refusal;
  }
}

/** @param isAgain true for the second attempt with a discount or a house account */
async function bookOrRefuse(
  call: UserCall,
  input: BookForCustomerInput,
  isAgain = false,
): Promise<StaffAppointment> {
  const { deps } = call;
  const customerId = input.customerId ?? '';
  const read = await deps.db.read((orm) => [
    selectForStaff(orm, input.id),
    selectUser(orm, customerId),
    selectLatestPrice(orm),
    selectBoat(orm, customerId, input.boatId ?? ''),
    selectDock(orm, customerId, input.dockId ?? ''),
    selectBusinessSettings(orm),
    selectPlacesAt(orm, input.location),
    selectPriceBook(orm),
    selectHours(orm),
    selectBillTo(orm, customerId),
  ]);
  const [[earlier], [user], [price], [boat], [dock], [settings], places, book, entries, [account]] =
    read;
  if (earlier) return bookedBefore(call, earlier, input);
  if (input.customerId) requireCustomer(user);
  const prices = pricesOf(call, price, book);
  const known = await locateAddress(deps, input.location, places);
  const area = serviceAreaOf(deps, settings);
  const found = { boat, dock, known };
  const chosen = withTypedFacts(
    chosenColumns({ ...input, atDockAddress: true }, found, area),
    input,
  );
  const { index: slotIndex } = requireStaffTimeSlot(deps, hoursOf(entries), input);
  const contact = contactOf(input, user ?? null);
  const applied = await discountForStaff(call, input.promoCode, contact);
  const row = {
    ...rowOf(call, input, { contact, prices, chosen, applied }),
    slotIndex,
    paymentMethod: account ? ('invoice' as const) : ('card' as const),
  };
  const only = { account: user, isLeft: applied?.isLeft };
  const booked = await withPublicCode((publicCode) => write(call, { ...row, publicCode }, only));
  if (booked) return staffView(booked);
  // The owner may have edited the discount or ended the account, or someone else may have taken the
  // discount's last use.
  if ((applied || account) && !isAgain) return bookOrRefuse(call, input, true);
  if (input.customerId) requireCustomer(await findUserById(deps.db.orm, input.customerId));
  throw new DomainError('slot_taken', BOOK_FOR_MESSAGES.full, {
    field: 'time',
    details: { needsReason: true },
  });
}

/** Throws `not_found` unless the user is a customer whose account still exists. */
function requireCustomer(user: UserRow | null | undefined) {
  if (isPresentCustomer(user)) return;
  throw new DomainError('not_found', 'We couldn’t find that customer.', { field: 'customerId' });
}

/**
 * The shown total is left out of the hash, because a repeat with another total is still the same
 * booking.
 */
const hashOf = ({ actor }: UserCall, { expectedTotalCents: _, ...input }: BookForCustomerInput) =>
  fingerprintOf({ by: actor.userId, ...input });

/**
 * Returns the appointment an earlier send created. Throws `conflict` if its ID belongs to another
 * request.
 */
function bookedBefore(call: UserCall, known: StaffRow, input: BookForCustomerInput) {
  if (known.appointment.requestHash === hashOf(call, input)) return staffView(known);
  throw new DomainError('conflict', 'This request ID was used for another booking.', {
    field: 'id',
  });
}

/** Returns the customer's columns: as staff typed them, or else from the account. */
const contactOf = (input: BookForCustomerInput, user: UserRow | null) => ({
  userId: user?.id ?? null,
  customerName: user ? user.fullName : (input.customerName ?? null),
  customerPhone: input.customerPhone ?? user?.phone ?? null,
  customerEmail: input.customerEmail ?? user?.email ?? user?.pendingEmail ?? null,
  customerAddress: user?.address ?? null,
});

function rowOf(
  call: UserCall,
  input: BookForCustomerInput,
  facts: {
    contact: ReturnType<typeof contactOf>;
    prices: PricesNow;
    chosen: ChosenColumns;
    applied: OrderDiscount | null;
  },
) {
  const { deps } = call;
  const { contact, prices, chosen, applied } = facts;
  const { id, date, location, slipNumber, fuelType, canType, fillUp } = input;
  const { estimatedGallonsTenths, smallIceBags, largeIceBags } = input;
  const now = deps.clock.now();
  const given = {
    ...EMPTY_ORDER,
    location,
    slipNumber: slipNumber ?? null,
    fuelType,
    canType,
    fillUp,
    estimatedGallonsTenths,
    smallIceBags,
    largeIceBags,
  };
  const order = withFillUpEstimate(
    given,
    chosen.boat?.fuelCapacity ?? null,
    mostOfFillUp(prices.list),
  );
  refuseAboveLimits(order, prices.list, { byStaff: true });
  refuseWrongFuel(chosen, order);
  const unitPriceCents = prices.charged[fuelType];
  const discount = applied?.discount ?? null;
  const price = quoteNew(order, prices, { discount });
  refuseMisfit(discount, price);
  const { expectedTotalCents } = input;
  const shown = { expectedTotalCents, testMode: false, unitPriceCents };
  refuseHigherTotal(price, shown, 'Nothing was booked.');
  return {
    id,
    ...linkColumns(deps, { id, linkVersion: 0 }),
    requestHash: hashOf(call, input),
    date,
    ...order,
    ...chosen,
    unitPriceCents,
    ...toPriceColumns(price),
    priceList: storedPriceList(prices.list),
    ...applied?.columns,
    ...contact,
    bookedBy: 'staff' as const,
    overCapacityReason: input.overCapacityReason ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Returns null if the window is full, the ID is already used, the discount is used up or
 * edited, or the account has been deleted.
 */
async function write(
  call: UserCall,
  row: NewAppointment,
  only: Parameters<typeof insertBookedByUs>[2],
): Promise<StaffRow | null> {
  const { deps } = call;
  const { id, userId, date, slotIndex, overCapacityReason: reason } = row;
  const written = await tryWriteGuarded(deps.db, {
    guard: insertBookedByUs(deps.db.orm, row, only),
    audit: audit(call, {
      appointmentId: id,
      action: 'appointment.booked_for',
      after: { customerId: userId, date, slotIndex, ...(reason ? { reason } : null) },
    }),
    // A house account isn't asked for a card.
    also: [
      message(
        call,
        row.paymentMethod === 'invoice' ? 'booked' : 'booked-for-you',
        deliveryFacts(deps, wholeAppointment(row)),
      ),
    ],
    view: [selectForStaff(deps.db.orm, id)],
  });
  return written?.view[0][0] ?? null;
}
