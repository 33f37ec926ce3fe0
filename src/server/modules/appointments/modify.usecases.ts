import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import type { OrderForm } from '@/domain/appointment/book-call.schema';
import type { OwnerPatch } from '@/domain/appointment/owner-patch.schema';
import { MODIFIABLE_STATUSES } from '@/domain/appointment/status';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError, MESSAGES } from '@/domain/errors';
import type { Cents } from '@/domain/money';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import { hasItems, orderOf, withFillUpEstimate } from '@/domain/order/order';
import { mostOfFillUp, refuseAboveLimits } from '@/domain/order/order-limits';
import type { PricesNow } from '@/domain/pricing/price-book';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { refuseBelowMinimum } from '@/domain/pricing/price-rules';
import { priceListAfter } from '@/domain/pricing/promised-price-list';
import { pricesWithFuel } from '@/domain/pricing/promised-prices';
import { quote, quoteOf, unitPriceOf } from '@/domain/pricing/quote';
import { refuseHigherTotal } from '@/domain/pricing/shown-total';
import type { Hours } from '@/domain/slots/hours';
import { hasStarted, timeSlotByLabel, timeSlotLabel, timeSlotOf } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, columnsOf } from '../audit/audit';
import { selectBoat } from '../boats/boats.repository';
import { selectDock } from '../boats/docks.repository';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import { selectPriceBook } from '../pricing/price-book.repository';
import { isLatestPrice, selectLatestPrice } from '../pricing/pricing.repository';
import { pricesOf } from '../pricing/pricing.usecases';
import { hoursOf, selectHours } from '../slots/hours.repository';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import { cancellableRow, changeableRow } from './access';
import {
  changeUnchanged,
  columnOf,
  selectAppointment,
  timeSlotOr,
} from './appointments.repository';
import { type Chosen, chosenColumns, refuseOutsideArea, refuseWrongFuel } from './boat-and-dock';
import { requireBookableTimeSlot } from './bookable-time-slot';
import { cancelAppointment } from './cancel.usecases';
import { customPriceAfter, customPriceInDoubt } from './custom-price';
import { refuseChangedSince } from './edit-conflict';
import { selectHasCapacity } from './holds.repository';
import { ownDetails, readChangedAppointment, selectDetails } from './own-appointments.usecases';
import type { DeliveryDetails } from './owner.view';

/**
 * Changes an appointment and, if needed, moves it to a new window in the same statement. The card
 * stays saved.
 *
 * @throws `conflict` once the current window has started
 * @throws `slot_taken` if the new window is full
 * @throws `needs_confirmation` if it would cost more than the total shown
 */
export function modifyAppointment(
  call: Call,
  { id, version, expectedTotalCents, ...form }: OrderForm & Change,
): Promise<DeliveryDetails> {
  const change = { id, version, expectedTotalCents };
  return modifyWith(call, change, form, () => ({ ...form, atDockAddress: true }));
}

/**
 * Changes only the fields sent, or cancels. This is the REST API's call for owners, and omitted
 * fields stay as booked.
 */
export async function patchOwnAppointment(
  call: Call,
  { id, version, expectedTotalCents, status, ...changes }: OwnerPatch,
): Promise<DeliveryDetails> {
  if (status === 'cancelled') {
    const { deps, actor } = call;
    const [[found]] = await deps.db.read((orm) => [selectAppointment(orm, id)]);
    await refuseChangedSince(call, cancellableRow(actor, found ?? null), version);
    await cancelAppointment(call, { id });
    return readChangedAppointment(call, { id });
  }
  return modifyWith(call, { id, version, expectedTotalCents }, changes, (appointment) => {
    const form = {
      date: appointment.date,
      time: timeSlotLabel(appointment.slotIndex),
      // Staff may have entered tenths of a gallon, which a customer's form can't show.
      ...orderOf(appointment),
      // A change that only sends gallons asks for exactly that amount, so it turns fill-up off.
      ...(changes.estimatedGallonsTenths !== undefined && { fillUp: false }),
      ...changes,
    };
    if (hasItems(form)) return form;
    throw new DomainError('invalid_input', ORDER_MESSAGES.noItems, { field: 'estimatedGallons' });
  });
}

/** The appointment to change, the version the caller read, and the new total they saw. */
type Change = {
  id: string;
  version?: number | undefined;
  expectedTotalCents?: Cents | undefined;
};

/** The date, window, address, boat, or dock that a change may set. */
type Target = { date?: string; time?: string; location?: string } & Chosen;

/**
 * Applies a change.
 *
 * @param target the window, boat, and dock named in the input. Missing ones come from the
 *   appointment.
 */
async function modifyWith(
  call: Call,
  { id, version, expectedTotalCents }: Change,
  target: Target,
  formOf: (appointment: AppointmentRow) => OrderForm & Chosen,
): Promise<DeliveryDetails> {
  const { deps, actor } = call;
  const { orm } = deps.db;
  return retryOnConflict(async () => {
    const now = deps.clock.now();
    const read = await readForChange(deps, { id, target, now });
    const { found, hasCapacity, latestPrice, book, support, hours, ...boatAndDock } = read;
    const appointment = changeableRow(actor, found);
    await refuseChangedSince(call, appointment, version);
    refuseOnceStarted(deps, appointment);
    const wanted = formOf(appointment);
    const { area, places } = boatAndDock;
    const known = await locateAddress(deps, wanted.location, places);
    const chosen = chosenColumns(wanted, { ...boatAndDock, known }, area, appointment);
    refuseOutsideArea(area, chosen, { before: appointment, done: 'Nothing was changed.' });
    const prices = pricesOf(call, latestPrice, book);
    const form = withFillUpEstimate(
      wanted,
      chosen.boat?.fuelCapacity ?? null,
      mostOfFillUp(prices.list, appointment),
    );
    refuseWrongFuel(chosen, form);
    const timeSlot = chosenTimeSlot(deps, hours, appointment, form);
    if (timeSlot.moves && !hasCapacity) {
      throw new DomainError('slot_taken', MESSAGES.slotTaken, { field: 'time' });
    }
    const { date } = form;
    const { priceList, ...order } = orderAndPrice(appointment, form, prices);
    const isPricedAnew = order.unitPriceCents !== appointment.unitPriceCents;
    const customPrice = customPriceAfter(appointment, order);
    const after = { date, slotIndex: timeSlot.index, ...order, ...customPrice.columns };
    if (isAlready(appointment, { ...after, ...chosen, priceList }))
      return readChangedAppointment(call, { id });
    refuseAboveLimits(form, prices.list, { before: appointment });
    refuseBelowMinimum(quoteOf(order), prices.list.minimumOrderCents, {
      before: quoteOf(appointment),
    });
    refuseHigherTotal(
      quoteOf(order),
      {
        expectedTotalCents,
        testMode: appointment.testMode,
        unitPriceCents: unitPriceOf(order),
      },
      'Nothing was changed.',
    );
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(
        orm,
        appointment,
        {
          ...after,
          ...chosen,
          priceList,
          // The reason belongs to the earlier window. A customer can't exceed the new one's capacity.
          ...(timeSlot.moves && { overCapacityReason: null }),
          updatedAt: now,
        },
        timeSlot.moves ? hasCapacityLeft(after, now, id) : undefined,
        isPricedAnew ? isLatestPrice(latestPrice) : undefined,
      ),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.modified',
        before: {
          ...columnsOf(appointment, Object.keys(after)),
          boatName: appointment.boat?.name ?? null,
        },
        after: { ...after, boatName: chosen.boat?.name ?? null },
      }),
      also: [
        ...(customPrice.inDoubt
          ? customPriceInDoubt(call, {
              before: appointment,
              after: { ...appointment, ...after, ...chosen, updatedAt: now },
              supportEmail: supportView(support).email,
            })
          : []),
      ],
      view: selectDetails(orm, id),
    });
    return ownDetails(call, written.view);
  });
}

/** Reads everything that a change depends on, at one moment. */
async function readForChange(
  deps: Deps,
  { id, target, now }: { id: string; target: Target; now: number },
) {
  const slotIndex = target.time === undefined ? undefined : timeSlotByLabel(target.time)?.index;
  const { boatId = columnOf(id, 'boatId'), dockId = columnOf(id, 'dockId') } = target;
  const ownerId = columnOf(id, 'userId');
  const [
    [found],
    [free],
    [latestPrice],
    [support],
    [boat],
    [dock],
    [settings],
    places,
    book,
    entries,
  ] = await deps.db.read((orm) => [
    selectAppointment(orm, id),
    selectHasCapacity(orm, id, timeSlotOr(id, { date: target.date, slotIndex }), now),
    selectLatestPrice(orm),
    selectSupport(orm),
    selectBoat(orm, ownerId, boatId ?? ''),
    selectDock(orm, ownerId, dockId ?? ''),
    selectBusinessSettings(orm),
    selectPlacesAt(orm, target.location ?? ''),
    selectPriceBook(orm),
    selectHours(orm),
  ]);
  return {
    hours: hoursOf(entries),
    found: found ?? null,
    hasCapacity: free?.hasCapacity,
    latestPrice,
    book,
    support,
    boat,
    dock,
    places,
    area: serviceAreaOf(deps, settings),
  };
}

/** Returns the order's columns with the promised prices, and today's prices for additions. */
function orderAndPrice(appointment: AppointmentRow, form: OrderForm, { charged, list }: PricesNow) {
  const prices = pricesWithFuel(appointment, form, charged);
  const priceList = priceListAfter(appointment, form, list);
  const price = quote(form, {
    unitPriceCents: unitPriceOf(prices),
    testMode: appointment.testMode,
    priceList,
    discount: appointment.discount,
  });
  return { ...orderOf(form), ...prices, priceList, ...toPriceColumns(price) };
}

/** Returns the form's time window. The appointment's current window is always allowed. */
function chosenTimeSlot(
  deps: Deps,
  hours: Hours,
  appointment: AppointmentRow,
  form: { date: string; time: string },
) {
  const own = timeSlotOf(appointment.slotIndex);
  if (form.date === appointment.date && form.time === own.label) {
    return { index: own.index, moves: false };
  }
  return { index: requireBookableTimeSlot(deps, hours, form).index, moves: true };
}

const closedForChanges = () =>
  new DomainError('conflict', 'This delivery can no longer be changed.');

function refuseOnceStarted(deps: Deps, appointment: AppointmentRow) {
  const timeSlot = timeSlotOf(appointment.slotIndex);
  const clock = localMoment(deps.clock.now(), deps.settings.timeZone);
  if (!MODIFIABLE_STATUSES.includes(appointment.status)) throw closedForChanges();
  if (hasStarted(appointment.date, timeSlot, clock)) throw closedForChanges();
}
