import { oneRow, retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { CLOSED_STATUSES, MODIFIABLE_STATUSES, statusInText } from '@/domain/appointment/status';
import { isAlready } from '@/domain/edit-conflict';
import { DomainError } from '@/domain/errors';
import type { Cents, GallonTenths, UnitPrice } from '@/domain/money';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import { hasItems } from '@/domain/order/order';
import { refuseAboveLimits } from '@/domain/order/order-limits';
import { toPriceColumns } from '@/domain/pricing/price-columns';
import { type Quote, unitPriceOf } from '@/domain/pricing/quote';
import { refuseHigherTotal } from '@/domain/pricing/shown-total';
import type { Actor } from '@/domain/roles';
import { worksIn } from '@/domain/staff/areas';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit, columnsOf } from '../audit/audit';
import { selectBoat } from '../boats/boats.repository';
import { selectDock } from '../boats/docks.repository';
import { serviceAreaOf } from '../boats/docks.usecases';
import { selectBusinessSettings } from '../business-settings/business-settings.repository';
import { message } from '../messages/message';
import { withdrawingUnsent } from '../messages/message.repository';
import { locateAddress } from '../places/known-address';
import { selectPlacesAt } from '../places/places.repository';
import { selectPriceBook } from '../pricing/price-book.repository';
import { isLatestPrice, selectLatestPrice } from '../pricing/pricing.repository';
import { pricesOf } from '../pricing/pricing.usecases';
import { selectSupport } from '../support/support.repository';
import { supportView } from '../support/support.usecases';
import { deliverableRow } from './access';
import { changeUnchanged, columnOf, selectAppointment } from './appointments.repository';
import { type StaffAppointment, staffView } from './appointments.view';
import { type ChosenColumns, refuseWrongFuel } from './boat-and-dock';
import { customPriceAfter, reviewingCustomPrice } from './custom-price';
import { deliveryFacts } from './delivery-link';
import { refuseChangedSince } from './edit-conflict';
import {
  boatColumnsOf,
  dockColumnsOf,
  type EditedOrder,
  editedOrder,
  isElsewhere,
  type OrderEdit,
  placeOf,
} from './edited-order';
import { selectForStaff } from './staff-lists.repository';

/** A price with its price per gallon, in cents. */
export type PricePreview = Quote & {
  unitPriceCents: UnitPrice;
  isCustomPrice: boolean;
  /** The gallons that are priced, which are an estimate if the tank is to be filled up. */
  estimatedGallonsTenths: GallonTenths;
  /** The current total, because someone may have changed it since the dialog was opened. */
  currentTotalCents: Cents;
};

/**
 * Returns the price of an edited order. Without a custom price, the unit price saved with the
 * appointment applies even if the market has changed, unless the fuel is another one. A custom
 * price already includes the service charge.
 */
export async function previewPrice(
  call: Call,
  { id, ...edit }: OrderEdit & { id: string },
): Promise<PricePreview> {
  const { found, latestPrice, book, boat: row } = await readForEdit(call.deps, id, edit);
  const appointment = deliverableRow(call.actor, found);
  const { order, unitPrices, price } = editedOrder(appointment, edit, {
    // The place doesn't change the price.
    place: appointment,
    boat: boatColumnsOf(appointment, edit, row).boat,
    prices: pricesOf(call, latestPrice, book),
  });
  return {
    ...price,
    unitPriceCents: unitPriceOf(unitPrices),
    isCustomPrice: unitPrices.customUnitPriceCents !== null,
    estimatedGallonsTenths: order.estimatedGallonsTenths,
    currentTotalCents: appointment.totalPriceCents,
  };
}

/** An edit of an order, the version that the caller read, and the new total that they saw. */
type Edit = OrderEdit & {
  id: string;
  version?: number | undefined;
  expectedTotalCents?: Cents | undefined;
};

/**
 * Changes the fuel, the amounts, the boat, or the dock of an appointment, and optionally its price
 * per gallon. Omitted fields stay as they are. The customer is notified, and the audit entry has
 * the values before and after.
 *
 * @throws `conflict` if the appointment is completed or cancelled, or if the dock of one that's en
 *   route would change
 * @throws `changed_meanwhile` if the caller's version is outdated
 * @throws `needs_confirmation` if it would cost more than the total shown
 */
export function editDetails(
  call: Call,
  { id, version, expectedTotalCents, ...edit }: Edit,
): Promise<StaffAppointment> {
  const { deps, actor } = call;
  const { orm } = deps.db;
  return retryOnConflict(async () => {
    const read = await readForEdit(deps, id, edit);
    const { found, latestPrice, book, dock, support } = read;
    const appointment = deliverableRow(actor, found);
    await refuseChangedSince(call, appointment, version);
    refuseClosed(appointment);
    const place = placeOf(appointment, edit, dock);
    refuseOtherPlace(appointment, place);
    const chosen = { ...boatColumnsOf(appointment, edit, read.boat), ...(await dockAt()) };
    const prices = pricesOf(call, latestPrice, book);
    const edited = editedOrder(appointment, edit, { place, boat: chosen.boat, prices });
    const { priceList, price, order } = edited;
    refuseCustomPrice(actor, appointment, edited);
    if (!hasItems(order)) {
      throw new DomainError('invalid_input', ORDER_MESSAGES.noItems, { field: 'estimatedGallons' });
    }
    const agreed = agreedPrice(actor, appointment, edited);
    const after = { ...order, ...edited.unitPrices, ...agreed.columns, ...toPriceColumns(price) };
    if (isAlready(appointment, { ...after, ...chosen, priceList })) {
      const [same] = await selectForStaff(orm, id);
      return same ? staffView(same) : null;
    }
    const isPricedAnew = edited.unitPrices.unitPriceCents !== appointment.unitPriceCents;
    refuseAboveLimits(order, prices.list, { before: appointment, byStaff: true });
    refuseWrongFuelOf(appointment, chosen, edited);
    refuseHigherTotal(
      price,
      {
        expectedTotalCents,
        testMode: appointment.testMode,
        unitPriceCents: unitPriceOf(edited.unitPrices),
      },
      'Nothing was changed.',
    );
    const changes = { ...after, ...chosen, priceList, updatedAt: deps.clock.now() };
    const written = await writeGuarded(deps.db, {
      guard: changeUnchanged(
        orm,
        appointment,
        changes,
        isPricedAnew ? isLatestPrice(latestPrice) : undefined,
      ),
      audit: audit(call, {
        appointmentId: id,
        action: 'appointment.edited',
        before: {
          ...columnsOf(appointment, Object.keys(after)),
          boatName: appointment.boat?.name ?? null,
        },
        after: { ...after, boatName: chosen.boat?.name ?? null },
      }),
      also: [
        // A message that's still waiting has the earlier order. The new message has the whole
        // order, so the other one is deleted.
        withdrawingUnsent('order-changed', id),
        // The customer of a hold is still saving a card, and sees the order on that screen.
        appointment.holdExpiresAt === null
          ? message(call, 'order-changed', {
              ...deliveryFacts(deps, { ...appointment, ...changes }),
              supportPhone: supportView(support).phone,
            })
          : null,
        agreed.inDoubt
          ? reviewingCustomPrice(
              call,
              { before: appointment, after: { ...appointment, ...changes } },
              'A dispatcher',
            )
          : null,
      ],
      view: [selectForStaff(orm, id)],
    });
    return staffView(oneRow(written.view[0]));

    async function dockAt(): Promise<Partial<ChosenColumns>> {
      if (!isElsewhere(appointment, edit, place)) return {};
      const known = await locateAddress(deps, place.location, read.places);
      return dockColumnsOf(appointment, edit, place, { dock, known, area: read.area });
    }
  });
}

/**
 * Returns the gallons a custom price is agreed for, and whether an owner needs to review it. Anyone who
 * may set prices agrees to the amount that they save. For others, the amount counts as a customer's
 * change, so that they can't stretch an owner's price to another amount.
 */
function agreedPrice(
  actor: Actor,
  before: AppointmentRow,
  { order, unitPrices }: EditedOrder,
): ReturnType<typeof customPriceAfter> {
  if (!setsPrices(actor)) return customPriceAfter(before, { ...order, ...unitPrices });
  const isCustom = unitPrices.customUnitPriceCents !== null;
  const customPriceGallonsTenths = isCustom ? order.estimatedGallonsTenths : null;
  return { inDoubt: false, columns: { customPriceGallonsTenths } };
}

const setsPrices = (actor: Actor) => actor.kind !== 'user' || worksIn('concessions', actor);

/**
 * A custom price lowers what the customer pays, so it needs the role for concessions. Another fuel
 * ends it for everyone.
 */
function refuseCustomPrice(
  actor: Actor,
  before: AppointmentRow,
  { order, unitPrices }: EditedOrder,
) {
  if (setsPrices(actor)) return;
  const kept = order.fuelType === before.fuelType ? before.customUnitPriceCents : null;
  if (unitPrices.customUnitPriceCents === kept) return;
  throw new DomainError('forbidden', 'Only an owner can change the custom price.', {
    field: 'customFuelPrice',
  });
}

function refuseClosed(appointment: AppointmentRow) {
  if (!CLOSED_STATUSES.includes(appointment.status)) return;
  const status = statusInText(appointment.status);
  throw new DomainError('conflict', `This appointment is ${status} and can no longer be edited.`);
}

/** Refuses another dock for a driver who is already on the way. */
function refuseOtherPlace(
  { status, ...before }: AppointmentRow,
  { location, slipNumber }: Pick<AppointmentRow, 'location' | 'slipNumber'>,
) {
  if (MODIFIABLE_STATUSES.includes(status)) return;
  if (location === before.location && slipNumber === before.slipNumber) return;
  throw new DomainError(
    'conflict',
    'This appointment is en route. Move it back to scheduled first to change the dock.',
    { field: 'location' },
  );
}

/** Refuses fuel that must not go into the boat, unless the order was already like that. */
function refuseWrongFuelOf(
  before: AppointmentRow,
  { boat, boatId }: Pick<ChosenColumns, 'boat' | 'boatId'>,
  { order }: EditedOrder,
) {
  const isSame =
    boatId === before.boatId &&
    order.fuelType === before.fuelType &&
    order.canType === before.canType &&
    before.estimatedGallonsTenths > 0;
  if (!isSame) refuseWrongFuel({ boat }, order);
}

/** Reads everything that an edit depends on, as of one moment. */
async function readForEdit(deps: Deps, id: string, edit: OrderEdit) {
  const { boatId = columnOf(id, 'boatId'), dockId = columnOf(id, 'dockId') } = edit;
  const ownerId = columnOf(id, 'userId');
  const [[found], [latestPrice], book, [boat], [dock], [settings], places, [support]] =
    await deps.db.read((orm) => [
      selectAppointment(orm, id),
      selectLatestPrice(orm),
      selectPriceBook(orm),
      selectBoat(orm, ownerId, boatId ?? ''),
      selectDock(orm, ownerId, dockId ?? ''),
      selectBusinessSettings(orm),
      selectPlacesAt(orm, edit.location ?? ''),
      selectSupport(orm),
    ]);
  return {
    found: found ?? null,
    latestPrice,
    book,
    boat,
    dock,
    places,
    support,
    area: serviceAreaOf(deps, settings),
  };
}
