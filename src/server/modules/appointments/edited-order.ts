import type { AppointmentRow } from '@/db/schema';
import { boatFacts, boatNamed } from '@/domain/account/boats';
import type { EditDetailsInput } from '@/domain/appointment/edit.schema';
import { type Order, orderOf, withFillUpEstimate } from '@/domain/order/order';
import { mostOfFillUp } from '@/domain/order/order-limits';
import type { KnownAddress } from '@/domain/places/place';
import type { PricesNow } from '@/domain/pricing/price-book';
import type { PriceList } from '@/domain/pricing/price-list';
import { priceListAfter } from '@/domain/pricing/promised-price-list';
import { pricesWithFuel } from '@/domain/pricing/promised-prices';
import { type Quote, quote, unitPriceOf } from '@/domain/pricing/quote';
import type { ServiceArea } from '@/domain/route/service-area';
import type { BoatRow } from '../boats/boats.repository';
import type { DockRow } from '../boats/docks.repository';
import { type ChosenColumns, chosenColumns, notTheirs } from './boat-and-dock';

type Fields = Omit<EditDetailsInput, 'id' | 'version' | 'expectedTotalCents'>;

/** The fields of an order that staff change. Omitted ones stay as they are. */
export type OrderEdit = { [K in keyof Fields]?: Fields[K] | undefined };

type Place = Pick<Order, 'location' | 'slipNumber'>;
type BoatColumns = Pick<ChosenColumns, 'boatId' | 'boat'>;

/**
 * Returns the address and slip after an edit. If a dock is selected without an address, the dock's
 * own address applies.
 */
export function placeOf(
  { location, slipNumber, dockId }: AppointmentRow,
  edit: OrderEdit,
  dock: DockRow | undefined,
): Place {
  const brings = edit.dockId && edit.dockId !== dockId && edit.location === undefined;
  const there = brings && dock ? { location: dock.label, slipNumber: dock.slip } : null;
  return {
    location: edit.location ?? there?.location ?? location,
    slipNumber:
      edit.slipNumber === undefined ? (there ?? { slipNumber }).slipNumber : edit.slipNumber,
  };
}

/** True if an edit changes the address or selects another dock. */
export const isElsewhere = (
  appointment: AppointmentRow,
  { dockId }: OrderEdit,
  { location }: Place,
): boolean =>
  location !== appointment.location || (dockId !== undefined && dockId !== appointment.dockId);

/** Returns the dock's columns after an edit that changes the place. */
export function dockColumnsOf(
  appointment: AppointmentRow,
  { dockId }: OrderEdit,
  place: Place,
  { dock, known, area }: { dock: DockRow | undefined; known: KnownAddress; area: ServiceArea },
): Partial<ChosenColumns> {
  const {
    boatId: _,
    boat: __,
    ...columns
  } = chosenColumns(
    { dockId, location: place.location, atDockAddress: true },
    { boat: undefined, dock, known },
    area,
    appointment,
  );
  return columns;
}

/**
 * Returns the boat's columns after an edit. A boat that staff type isn't in an account, and keeps
 * its other facts while its name stays.
 *
 * @throws `invalid_input` if the boat isn't in the account
 */
export function boatColumnsOf(
  { boatId: boatIdBefore, boat: before }: AppointmentRow,
  { boatId = boatIdBefore, boatName, boatTank }: OrderEdit,
  row: BoatRow | undefined,
): BoatColumns {
  const isTyped = boatId === null || (boatId === boatIdBefore && Boolean(boatName));
  if (!isTyped) {
    if (boatId === boatIdBefore) return { boatId, boat: before };
    if (!row) throw notTheirs('boatId', 'boat');
    return { boatId, boat: boatFacts(row) };
  }
  const own = boatIdBefore === null ? before : null;
  if (boatName === undefined) return { boatId: null, boat: own };
  if (boatName === null) return { boatId: null, boat: null };
  const named = own?.name === boatName ? own : boatNamed(boatName);
  const { fuelCapacity } = named;
  return {
    boatId: null,
    boat: { ...named, fuelCapacity: boatTank === undefined ? fuelCapacity : boatTank },
  };
}

/** An edited order with its price. */
export type EditedOrder = {
  order: Order;
  unitPrices: Pick<AppointmentRow, 'unitPriceCents' | 'customUnitPriceCents' | 'formerFuel'>;
  priceList: PriceList | null;
  price: Quote;
};

/**
 * Returns an appointment's order after an edit, with its price. Unchanged parts keep the prices they
 * were booked with. Another fuel and other additions have today's prices.
 */
export function editedOrder(
  appointment: AppointmentRow,
  edit: OrderEdit,
  { place, boat, prices }: { place: Place; boat: BoatColumns['boat']; prices: PricesNow },
): EditedOrder {
  const before = orderOf(appointment);
  const typed: Order = {
    ...before,
    ...place,
    fuelType: edit.fuelType ?? before.fuelType,
    canType: edit.canType ?? before.canType,
    fillUp: edit.fillUp ?? before.fillUp,
    estimatedGallonsTenths: edit.estimatedGallonsTenths ?? before.estimatedGallonsTenths,
    smallIceBags: edit.smallIceBags ?? before.smallIceBags,
    largeIceBags: edit.largeIceBags ?? before.largeIceBags,
  };
  const tank = boat?.fuelCapacity ?? null;
  // Staff may have lowered the estimate, so it only changes together with the tank.
  const isOtherTank = tank !== (appointment.boat?.fuelCapacity ?? null);
  const order =
    !before.fillUp || isOtherTank
      ? withFillUpEstimate(typed, tank, mostOfFillUp(prices.list, before))
      : typed;
  const booked = pricesWithFuel(appointment, order, prices.charged);
  const { customUnitPriceCents = booked.customUnitPriceCents } = edit;
  const unitPrices = { ...booked, customUnitPriceCents };
  const priceList = priceListAfter(appointment, order, prices.list);
  const price = quote(order, {
    unitPriceCents: unitPriceOf(unitPrices),
    testMode: appointment.testMode,
    priceList,
    discount: appointment.discount,
  });
  return { order, unitPrices, priceList, price };
}
