import { retryOnConflict, tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { boatNamed } from '@/domain/account/boats';
import { WALK_UP_REASON, walkUpMoment } from '@/domain/driver/walk-up';
import type { WalkUpInput } from '@/domain/driver/walk-up.schema';
import { DomainError } from '@/domain/errors';
import { EMPTY_ORDER } from '@/domain/order/order';
import { refuseAboveLimits } from '@/domain/order/order-limits';
import { misfitText } from '@/domain/pricing/discount-rules';
import type { PricesNow } from '@/domain/pricing/price-book';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { storedPriceList } from '@/domain/pricing/promised-price-list';
import { quoteNew } from '@/domain/pricing/quote';
import { refuseHigherTotal } from '@/domain/pricing/shown-total';
import type { UserActor } from '@/domain/roles';
import { type Hours, weekdayTimeSlots } from '@/domain/slots/hours';
import type { UserCall } from '@/server/config/call';
import { selectAppointment } from '../../appointments/appointments.repository';
import { insertBookedByUs } from '../../appointments/booked-by-us.repository';
import { linkColumns } from '../../appointments/delivery-link';
import { discountForStaff, type OrderDiscount } from '../../appointments/order-discount.usecases';
import { withPublicCode } from '../../appointments/public-code';
import { audit } from '../../audit/audit';
import { fingerprintOf } from '../../auth/tokens';
import { otherAction } from '../../device-actions/device-action';
import { selectDriver } from '../../drivers/drivers.repository';
import { requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { selectPriceBook } from '../../pricing/price-book.repository';
import { selectLatestPrice } from '../../pricing/pricing.repository';
import { pricesOf } from '../../pricing/pricing.usecases';
import { hoursOf, selectHours } from '../../slots/hours.repository';

type Booked = Pick<AppointmentRow, 'id' | 'publicCode' | 'totalPriceCents'> & {
  /** True if a code was sent and the walk-up has the full price. */
  codeRefused: boolean;
  /** Why the code can't be used, in a sentence. Null if it's used, and if the walk-up is sent again. */
  codeProblem: string | null;
};

/** Records in the delivery's history why a code wasn't applied. */
const notApplied = ({ promoCode }: WalkUpInput, problem: string) =>
  `The discount code ${promoCode} wasn’t applied. ${problem}`;

/**
 * Books an order for a customer at the dock. The driver is there, so the appointment starts en
 * route, in the current time window even beyond its capacity, at today's prices. The customer adds
 * a card through the delivery link, and isn't charged before that. Sending it again changes
 * nothing. A discount code that can't be used doesn't stop the walk-up, because the fuel may be in the
 * boat already. The price is then the full one, which the driver's device showed.
 * @throws `needs_confirmation` if it costs more than the driver quoted
 */
export async function bookWalkUp(call: UserCall, input: WalkUpInput): Promise<Booked> {
  const { deps, actor } = call;
  const driverId = requireDriverId(actor, input);
  return retryOnConflict(async () => {
    const [[driver], [known], [price], book, entries] = await deps.db.read((orm) => [
      selectDriver(orm, driverId),
      selectAppointment(orm, input.id),
      selectLatestPrice(orm),
      selectPriceBook(orm),
      selectHours(orm),
    ]);
    if (!driver) throw unknownDriver();
    if (known) return sameWalkUp(actor, known, input);
    const prices = pricesOf(call, price, book);
    const hours = hoursOf(entries);
    const applied = await discountOrProblem(call, input);
    const { order, columns, misfit } = walkUpRow(call, { input, driverId, prices, hours, applied });
    const problem = applied.problem ?? misfit;
    const written = await withPublicCode((publicCode) =>
      tryWriteGuarded(deps.db, {
        guard: insertBookedByUs(
          deps.db.orm,
          { ...columns, publicCode },
          { isLeft: problem ? undefined : applied.found?.isLeft },
        ),
        audit: audit(call, {
          appointmentId: input.id,
          action: 'appointment.walk_up',
          after: {
            status: 'en_route',
            driverId,
            ...order,
            ...(problem && { reason: notApplied(input, problem) }),
          },
        }),
      }),
    );
    return written && { ...bookedOf(written.changed, input), codeProblem: problem };
  });
}

const bookedOf = (
  { id, publicCode, totalPriceCents, discount }: AppointmentRow,
  { promoCode }: WalkUpInput,
): Booked => ({
  id,
  publicCode,
  totalPriceCents,
  codeRefused: Boolean(promoCode) && discount === null,
  codeProblem: null,
});

type Applied = { found: OrderDiscount | null; problem: string | null };

/** Returns a walk-up's discount, or the sentence that says why its code can't be used. */
async function discountOrProblem(
  call: UserCall,
  { promoCode, customerPhone = null }: WalkUpInput,
): Promise<Applied> {
  const person = { userId: null, customerPhone, customerEmail: null };
  try {
    return { found: await discountForStaff(call, promoCode, person), problem: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { found: null, problem: String(error.details?.problem ?? error.message) };
  }
}

/**
 * @returns the walk-up that an earlier send booked
 * @throws `conflict` if its ID belongs to another request
 */
function sameWalkUp(actor: UserActor, known: AppointmentRow, input: WalkUpInput): Booked {
  if (known.requestHash === hashOf(actor, input)) {
    return bookedOf(known, input);
  }
  throw otherAction();
}

/** Two sends of one walk-up may have different totals, so the hash doesn't include the total. */
const hashOf = ({ userId }: UserActor, { expectedTotalCents: _, ...input }: WalkUpInput) =>
  fingerprintOf({ userId, ...input });

type WalkUpFacts = {
  input: WalkUpInput;
  driverId: number;
  prices: PricesNow;
  hours: Hours;
  applied: Applied;
};

function walkUpRow(
  { deps, actor }: UserCall,
  { input, driverId, prices, hours, applied }: WalkUpFacts,
) {
  const { id, customerPhone = null, boatName = null } = input;
  const { location, slipNumber = null, fuelType, estimatedGallonsTenths } = input;
  const { smallIceBags, largeIceBags } = input;
  const now = deps.clock.now();
  const items = { fuelType, estimatedGallonsTenths, smallIceBags, largeIceBags };
  const order = { ...EMPTY_ORDER, location, slipNumber, ...items, canType: 'boat' as const };
  refuseAboveLimits(order, prices.list, { byStaff: true });
  const unitPriceCents = prices.charged[fuelType];
  const full = quoteNew(order, prices);
  const discount = applied.found?.discount ?? null;
  const less = discount ? quoteNew(order, prices, { discount }) : full;
  const misfit = discount && misfitText(discount, less);
  const price = misfit ? full : less;
  const { expectedTotalCents } = input;
  const shown = { expectedTotalCents, testMode: false, unitPriceCents };
  refuseHigherTotal(price, shown, 'Nothing was booked.');
  const columns = {
    id,
    ...linkColumns(deps, { id, linkVersion: 0 }),
    requestHash: hashOf(actor, input),
    driverId,
    ...walkUpMoment({ ...input, now }, deps.settings.timeZone, (date) =>
      weekdayTimeSlots(hours, date),
    ),
    status: 'en_route' as const,
    enRouteAt: now,
    arrivalAt: now,
    ...order,
    unitPriceCents,
    ...toPriceColumns(price),
    ...(misfit ? {} : applied.found?.columns),
    priceList: storedPriceList(prices.list),
    // The customer's name wasn't entered, so the boat's name is used instead.
    customerName: boatName,
    boat: boatName ? boatNamed(boatName) : null,
    customerPhone,
    paymentMethod: 'card' as const,
    bookedBy: 'driver' as const,
    overCapacityReason: WALK_UP_REASON,
    createdAt: now,
    updatedAt: now,
  };
  return { order, columns, misfit };
}
