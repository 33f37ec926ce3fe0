import type { AppointmentRow } from '@/db/schema';
import type { BookAppointmentInput } from '@/domain/appointment/book-call.schema';
import { guestLack, profileLack } from '@/domain/appointment/contact';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import { orderOf, withFillUpEstimate } from '@/domain/order/order';
import { mostOfFillUp, refuseAboveLimits } from '@/domain/order/order-limits';
import { refuseMisfit } from '@/domain/pricing/discount-rules';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { refuseBelowMinimum } from '@/domain/pricing/price-rules';
import { storedPriceList } from '@/domain/pricing/promised-price-list';
import { quoteNew } from '@/domain/pricing/quote';
import { refuseHigherTotal } from '@/domain/pricing/shown-total';
import type { Actor } from '@/domain/roles';
import type { Call, Sender } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { fingerprintOf } from '../auth/tokens';
import { selectUser, type UserRow } from '../auth/users.repository';
import { selectBoat } from '../boats/boats.repository';
import { selectDock } from '../boats/docks.repository';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { takeAttempt } from '../limits/limits.usecases';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import { currentPrices } from '../pricing/pricing.usecases';
import { selectTestPromo } from '../pricing/promo.repository';
import { codeRule } from '../pricing/promo.usecases';
import { readHours } from '../slots/slots.usecases';
import {
  type BookingLimits,
  findByRequest,
  insertIfCapacityLeft,
  type NewAppointment,
} from './appointments.repository';
import { type CustomerAppointment, customerView } from './appointments.view';
import { chosenColumns, refuseOutsideArea, refuseWrongFuel } from './boat-and-dock';
import { requireBookableTimeSlot } from './bookable-time-slot';
import { issueKey, linkColumns } from './delivery-link';
import {
  heldByOf,
  limitsOf,
  mostOpenOf,
  refuseTooManyHolds,
  refuseTooManyOpen,
} from './hold-limits.usecases';
import { discountForOrder } from './order-discount.usecases';
import { withPublicCode } from './public-code';

/** A new appointment. `manageToken` is the guest's key, or null for a signed-in customer. */
export type BookedAppointment = { appointment: CustomerAppointment; manageToken: string | null };

/**
 * Books a time window and holds it while the customer saves a card. Repeating it with the same
 * request ID returns the first appointment.
 *
 * @param sender null if our own program books
 * @throws `invalid_input` with the specified error message, for a boat or dock of another account,
 *   or for a discount that the order can't use
 * @throws `slot_taken`, or `needs_confirmation` if it costs more than the total shown
 * @throws `rate_limited` if the customer has too many holds or open deliveries
 * @throws `conflict` if the request ID was used with different content
 */
export async function bookAppointment(
  { deps, actor }: Call,
  { requestId: sentId, expectedTotalCents, ...input }: BookAppointmentInput,
  sender: Sender | null,
): Promise<BookedAppointment> {
  const scope = scopeOf(actor, sender);
  const requestId = sentId && scope ? `${scope}:${sentId}` : null;
  const request = { requestId, requestHash: requestId && sender && fingerprintOf(input) };
  const store = (again: (() => Promise<AppointmentRow>) | null) =>
    heldRowOf({ deps, actor }, input, { sender, expectedTotalCents }).then(
      ({ row, hold }) => storedOf(deps, { ...row, ...request }, { hold, again }),
      (refusal: unknown) => firstOrRefusal(deps, request, refusal),
    );
  const stored = await store(() => store(null));
  // If the request is repeated, the appointment may have been added to an account in the meantime.
  const isGuests = actor.kind !== 'user' && stored.userId === null;
  return {
    appointment: customerView(stored),
    manageToken: isGuests ? issueKey(deps, stored) : null,
  };
}

/**
 * Returns the row of a new appointment, and the limits of its hold. Throws if the order is refused.
 *
 * @param facts.sender null if our own program books
 */
export async function heldRowOf(
  { deps, actor }: Call,
  input: Omit<BookAppointmentInput, 'requestId' | 'expectedTotalCents'>,
  { sender, expectedTotalCents }: { sender: Sender | null; expectedTotalCents?: Cents | undefined },
) {
  const now = deps.clock.now();
  const [hours, prices, { user, testMode, ...found }, limits] = await Promise.all([
    readHours({ deps }),
    currentPrices({ deps }),
    readForBooking({ deps, actor }, input),
    limitsOf({ deps, actor }, sender),
  ]);
  const timeSlot = requireBookableTimeSlot(deps, hours, input);
  if (testMode && sender) await takeTestAttempt(deps, user, sender);
  const contact = contactOf(user, input);
  const unitPriceCents = prices.charged[input.fuelType];
  const { customerPhone } = contact;
  const person = { userId: user?.id ?? null, ...contact };
  const call = { deps, actor };
  const applied = testMode ? null : await discountForOrder(call, input.promoCode, person);
  const discount = applied?.discount ?? null;
  const by = heldByOf(call, sender, { userId: user?.id ?? null, phone: customerPhone });
  const mostOpen = mostOpenOf(call, sender);
  const id = deps.ids.next();
  const area = serviceAreaOf(deps, found.settings);
  const known = await locateAddress(deps, input.location, found.places);
  const chosen = chosenColumns(input, { ...found, known }, area);
  refuseOutsideArea(area, chosen, { done: 'Nothing was booked.' });
  const order = withFillUpEstimate(
    orderOf(input),
    chosen.boat?.fuelCapacity ?? null,
    mostOfFillUp(prices.list),
  );
  refuseAboveLimits(order, prices.list);
  refuseWrongFuel(chosen, order);
  const price = quoteNew(order, prices, { testMode, discount });
  refuseMisfit(discount, price);
  refuseBelowMinimum(price, prices.list.minimumOrderCents);
  const shown = { expectedTotalCents, testMode, unitPriceCents };
  refuseHigherTotal(price, shown, 'Nothing was booked.');
  const row = {
    id,
    ...linkColumns(deps, { id, linkVersion: 0 }),
    userId: user?.id ?? null,
    date: input.date,
    slotIndex: timeSlot.index,
    holdExpiresAt: now + deps.settings.holdMinutes * 60_000,
    heldByBrowser: by.browser,
    heldByPhone: by.phone,
    heldByAddress: by.address,
    heldByKey: by.key,
    ...order,
    ...chosen,
    unitPriceCents,
    ...toPriceColumns(price),
    priceList: storedPriceList(prices.list),
    ...contact,
    paymentMethod: 'card' as const,
    promoCode: testMode ? input.promoCode : null,
    promoCodeUsed: testMode,
    testMode,
    ...applied?.columns,
    createdAt: now,
    updatedAt: now,
  };
  const hold = { by, limits, mostOpen, today: todayOf(deps), isLeft: applied?.isLeft };
  return { row, hold };
}

/**
 * Stores the appointment, or returns the one an earlier send stored. Throws `slot_taken`, `rate_limited`, or
 * `conflict`.
 *
 * @param again books the order again if it has a discount, because the owner may have edited the discount, or
 *   someone else may have taken its last use. Null for the second attempt.
 */
async function storedOf(
  deps: Deps,
  row: Omit<NewAppointment, 'publicCode'>,
  { hold, again }: { hold: BookingLimits; again: (() => Promise<AppointmentRow>) | null },
): Promise<AppointmentRow> {
  const stored = (await book(deps, row, hold)) ?? (await bookedBefore(deps, row));
  if (!stored) await refuseTooManyOpen(deps, hold);
  if (!stored) await refuseTooManyHolds(deps, hold.by, hold.limits);
  if (!stored && hold.isLeft && again) return again();
  if (stored && stored.status !== 'cancelled') return stored;
  throw new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' });
}

/**
 * Returns the appointment that an earlier send of this request created. Rules that would refuse it
 * now, for example because a dock has moved, don't apply. If there is no such appointment, throws
 * the refusal.
 */
async function firstOrRefusal(
  deps: Deps,
  { requestId, requestHash }: Request,
  refusal: unknown,
): Promise<AppointmentRow> {
  if (!(refusal instanceof DomainError) || !requestId) throw refusal;
  const first = await findByRequest(deps.db.orm, requestId);
  const isSame = first?.requestHash === requestHash && first?.status !== 'cancelled';
  if (first && isSame) return first;
  throw refusal;
}

/**
 * Reads the customer (null for a guest), their boat and dock, whether the promo code turns on test
 * mode, and the listed places that may be at the order's address.
 */
async function readForBooking(
  { deps, actor }: Call,
  {
    promoCode,
    boatId,
    dockId,
    location,
  }: Pick<BookAppointmentInput, 'promoCode' | 'boatId' | 'dockId' | 'location'>,
) {
  const userId = actor.kind === 'user' ? actor.userId : '';
  // An order by a guest without a promo code or a saved boat or dock skips these queries.
  const hasPerson = userId !== '' || promoCode;
  const hasChosen = boatId || dockId;
  const [places, [settings], [user] = [], [promo] = [], [boat] = [], [dock] = []] =
    await deps.db.read((orm) => [
      selectPlacesAt(orm, location),
      selectBusinessSettings(orm),
      ...(hasPerson
        ? ([
            selectUser(orm, userId),
            selectTestPromo(orm, promoCode ?? '', codeRule(deps)),
            ...(hasChosen
              ? ([
                  selectBoat(orm, userId, boatId ?? ''),
                  selectDock(orm, userId, dockId ?? ''),
                ] as const)
              : ([] as const)),
          ] as const)
        : ([] as const)),
    ]);
  return { user: user ?? null, testMode: promo !== undefined, boat, dock, settings, places };
}

/**
 * Returns the scope in which request IDs are unique, or null for a guest whose browser isn't
 * recognized.
 */
function scopeOf(actor: Actor, sender: Sender | null): string | null {
  if (sender?.keyId) return `key:${sender.keyId}`;
  if (actor.kind === 'user') return actor.userId;
  return sender?.guestId ? `guest:${sender.guestId}` : null;
}

type Request = Pick<NewAppointment, 'requestId' | 'requestHash'>;

/** Returns the appointment an earlier send of this request created, or null. */
async function bookedBefore(
  deps: Deps,
  { requestId, requestHash }: Request,
): Promise<AppointmentRow | null> {
  const before = requestId ? await findByRequest(deps.db.orm, requestId) : null;
  // Our own client tries several windows with one request ID, so it sends no hash to compare.
  const isOther = requestHash && before?.requestHash && before.requestHash !== requestHash;
  if (!isOther) return before;
  throw new DomainError('conflict', 'This request ID was used for another booking.', {
    field: 'requestId',
  });
}

/** Counts an order that needs no card. Throws `rate_limited`. */
export async function takeTestAttempt(
  deps: Deps,
  user: UserRow | null,
  { keyId, address }: Sender,
) {
  const account = keyId ?? user?.id ?? null;
  await takeAttempt({ deps }, { name: 'testBooking', account, address });
}

/**
 * Stores the appointment. Returns null if the window is full or the request was already processed.
 */
function book(
  deps: Deps,
  row: Omit<NewAppointment, 'publicCode'>,
  hold: BookingLimits,
): Promise<AppointmentRow | null> {
  const { requestId } = row;
  return withPublicCode(
    (publicCode) => insertIfCapacityLeft(deps.db, { ...row, publicCode }, row.createdAt, hold),
    async () => Boolean(requestId && (await findByRequest(deps.db.orm, requestId))),
  );
}

/**
 * Returns the contact details from the request, or else from the profile. Throws `invalid_input` if
 * one is missing.
 */
function contactOf(
  user: UserRow | null,
  input: Omit<BookAppointmentInput, 'requestId' | 'expectedTotalCents'>,
) {
  const contact = {
    customerName: input.customerName || user?.fullName || null,
    // An appointment's own messages may go to an address that isn't verified.
    customerEmail: input.customerEmail || user?.email || user?.pendingEmail || null,
    customerPhone: input.customerPhone || user?.phone || null,
    customerAddress: input.customerAddress || user?.address || null,
  };
  const lack = user ? profileLack(contact) : guestLack(contact);
  if (lack) throw new DomainError('invalid_input', lack.message, { field: lack.field });
  return contact;
}
