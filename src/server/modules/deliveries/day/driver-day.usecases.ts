import type { AppointmentRow } from '@/db/schema';
import { takesFirstCardByLink } from '@/domain/appointment/booked-by';
import { canUndoEnRoute, UNDO_EN_ROUTE_MS } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { stopChangeOf, stopFactsOf, storedChange } from '@/domain/driver/stop-change';
import { orderOf } from '@/domain/order/order';
import { orderLimitsOf } from '@/domain/order/order-limits';
import { priceListOf } from '@/domain/pricing/promised-price-list';
import type { RefusedAction } from '@/domain/review/review';
import { mapSearch } from '@/domain/route/map-search';
import { positionOf } from '@/domain/route/position';
import { timeSlotOf } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import { ticketNumber } from '@/domain/trucks/ticket';
import { truckOfDay } from '@/domain/trucks/truck';
import { windWarnings } from '@/domain/wind';
import type { Call } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { selectEnRoute } from '../../appointments/appointments.repository';
import {
  customerView,
  driverFacts,
  isForDriverNow,
  WITHOUT_CARD,
} from '../../appointments/appointments.view';
import { deliveryLink } from '../../appointments/delivery-link';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { type DriverRow, selectDriver } from '../../drivers/drivers.repository';
import { requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { paymentLink } from '../../messages/email';
import { reachable } from '../../messages/reach';
import { selectPriceBook } from '../../pricing/price-book.repository';
import { selectLatestPrice } from '../../pricing/pricing.repository';
import { pricesOf } from '../../pricing/pricing.usecases';
import { selectRefusedActionsOfDay } from '../../review/review.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { selectTruckDay, selectTrucksOfDay } from '../../trucks/trucks.repository';
import { truckView } from '../../trucks/trucks.usecases';
import { selectWindFrom } from '../../weather/weather.repository';
import { datesAround, loadsForDevice } from '../loads/loads';
import { selectCarried, selectLoads } from '../loads/loads.repository';
import { selectNotesForDriver } from './customer-notes.repository';
import { selectDocksOfDay } from './docks.repository';
import { routeOf } from './route';
import { selectDoneOfDays, selectRouteOrder, selectToDeliver } from './route.repository';
import { selectUnseenChanges } from './stop-changes.repository';

/** How long (ms) after midnight a driver can still add photos to yesterday's deliveries. */
const NIGHT_MS = 6 * 3_600_000;

/** Reads a driver with today's and all en route deliveries, in the order to make them. */
export async function readDriverDay({ deps, actor }: Call, input: { driverId?: number | null }) {
  const { settings } = deps;
  const now = deps.clock.now();
  const date = todayOf(deps);
  const eveningBefore = localMoment(now - NIGHT_MS, settings.timeZone).date;
  const driverId = requireDriverId(actor, input);
  const read = await deps.db.read((orm) => [
    selectDriver(orm, driverId),
    selectToDeliver(orm, date, driverId),
    selectDocksOfDay(orm, date, driverId),
    selectRouteOrder(orm, driverId, date),
    selectSupport(orm),
    selectRefusedActionsOfDay(orm, driverId, date),
    selectDoneOfDays(orm, driverId, { from: eveningBefore, to: date }),
    selectBusinessSettings(orm),
    selectLatestPrice(orm),
    selectLoads(orm, datesAround(date), driverId),
    selectCarried(orm, datesAround(date), driverId),
    selectEnRoute(orm, driverId),
    selectWindFrom(orm, date, 1),
    selectPriceBook(orm),
    selectNotesForDriver(orm, date, driverId),
    selectTrucksOfDay(orm),
    selectTruckDay(orm, driverId, date),
    selectUnseenChanges(orm, driverId),
  ]);
  const [[driver], ofDay, docks, [order], [support], refused, done, [saved], ...others] = read;
  const [[price], loads, carried, underWay, forecast, book, notes, ...ofTrucks] = others;
  const [trucks, chosen, unseen] = ofTrucks;
  const prices = pricesOf({ deps }, price, book);
  const truck = truckOfDay(date, { trucks: trucks.map(truckWithReading), chosen });
  if (!driver) throw unknownDriver();
  // A stop can still be en route after midnight, and the driver must be able to end it.
  const rows = [...underWay.filter((row) => row.date !== date), ...ofDay];
  const timeSlots = [...new Set(rows.map(({ slotIndex }) => slotIndex))].map(timeSlotOf);
  const { confirmAboveCents, ...required } = businessSettingsOf(deps, saved);
  const manualOrder = order?.stopIds ?? null;
  const reached = await reachable(deps, rows);
  const route = routeOf(driver, { rows, docks, manualOrder, now, timeZone: settings.timeZone });
  return {
    driver: {
      id: driver.id,
      name: driver.name,
      vehicleInfo: driver.vehicleInfo,
      status: driver.status,
      position: positionView(driver),
    },
    date,
    /** The server's clock, because a device's clock may be wrong. */
    answeredAt: now,
    /** Time zone used to format times on the page, including offline. */
    timeZone: settings.timeZone,
    /** Prices for walk-ups, and the total above which the driver must confirm. */
    walkUps: {
      unitPrices: prices.charged,
      priceList: priceListOf(prices.list),
      limits: orderLimitsOf(prices.list),
      confirmAboveCents,
    },
    /** From these, the device calculates what's left on board, even offline. */
    loads: loadsForDevice(driverId, date, {
      rows: loads,
      appointments: carried,
      trucks: trucks.map((one) => one.truck),
      chosen,
    }),
    /** Wind warnings for the windows of today's stops. */
    wind: windWarnings(forecast, now, () => timeSlots).filter((one) => one.date === date),
    /** The driver's truck. Null if there are several to choose from, or none. */
    truck,
    /** The active trucks, to choose from. */
    trucks: trucks.filter(({ truck }) => truck.isActive).map(truckWithReading),
    dispatchPhone: supportView(support).phone,
    /** The source of the map tiles, or null for a map without any. */
    map: settings.map,
    /** The proofs of delivery that the owner requires. */
    asksFor: {
      photo: required.asksForPhoto,
      signature: required.asksForSignature,
      readings: required.asksForReadings,
    },
    /** True if the driver's own order replaces the planned one. */
    isManualOrder: manualOrder !== null,
    /** The number of the first open stop. Stops delivered today keep their numbers. */
    firstNumber: 1 + done.filter(({ appointment }) => isDelivered(appointment, date)).length,
    /** Stops that the driver has finished today. */
    done: done
      .filter(({ appointment }) => appointment.date === date)
      .map((one) => doneView(deps, one)),
    /** After midnight, yesterday's deliveries that still need a photo. */
    withoutPhoto: done
      .filter(({ appointment, hasPhoto }) => appointment.date !== date && hasPhoto === 0)
      .filter(({ appointment }) => appointment.status === 'completed')
      .map((one) => doneView(deps, one)),
    deliveries: route.map(({ row, position, beginsAt, endsAt, arrivalAt }) => ({
      ...customerView(row),
      ...WITHOUT_CARD,
      ...driverFacts(row, date),
      customerName: row.customerName,
      customerPhone: row.customerPhone,
      /**
       * Staff's notes about the customer. A note may contain a gate code, so only that day's driver sees it.
       */
      customerNotes: isForDriverNow(row, date)
        ? notes.filter(({ appointmentId }) => appointmentId === row.id).map(({ text }) => text)
        : [],
      /**
       * False if no message can reach the customer, so that the device doesn't say that the
       * customer was notified.
       */
      customerReachable: reached.has(row.id),
      /** The driver confirms any total above this, including offline. */
      confirmAboveCents,
      /**
       * Another driver's refused completion of this delivery, on which staff still have to decide.
       */
      told: refusedCompletionOf(refused, row.id),
      /** The dock's position, if an earlier delivery recorded it. */
      position,
      /** The search text for the device's maps app. */
      mapSearch: mapSearch({ location: row.location, position }, settings.zip),
      payLink: payLinkOf(deps, row),
      /** Other people's changes that the driver hasn't acknowledged, or null. */
      change: stopChangeOf(
        unseen.filter(({ appointmentId }) => appointmentId === row.id).map(storedChange),
        stopFactsOf(row),
        settings.timeZone,
      ),
      /** The driver can undo en route until this instant (ms). Null if they can't. */
      undoUntil: undoUntilOf(row, now),
      /** From these, the device estimates arrivals, even offline. */
      beginsAt,
      endsAt,
      arrivalAt,
    })),
  };
}

/** A truck, and the last end reading of its meter, which is the next start. Null if unknown. */
const truckWithReading = ({
  truck,
  lastReadingTenths,
}: Awaited<ReturnType<typeof selectTrucksOfDay>>[number]) => ({
  ...truckView(truck),
  lastReadingTenths,
});

const isDelivered = (row: AppointmentRow, date: CalendarDate) =>
  row.date === date && row.status === 'completed';

const undoUntilOf = (row: AppointmentRow, now: number) =>
  canUndoEnRoute(row, now) && row.enRouteAt !== null ? row.enRouteAt + UNDO_EN_ROUTE_MS : null;

type DoneRow = Awaited<ReturnType<typeof selectDoneOfDays>>[number];

function doneView(deps: Deps, { appointment, hasPhoto }: DoneRow) {
  return {
    ...orderOf(appointment),
    driverNote: null,
    id: appointment.id,
    publicCode: appointment.publicCode,
    status: appointment.status,
    actualGallonsTenths: appointment.actualGallonsTenths,
    ticket: appointment.ticket && ticketNumber(appointment.ticket),
    truckId: appointment.ticket?.series ?? null,
    testMode: appointment.testMode,
    doneAt: appointment.completedAt ?? appointment.cancelledAt,
    hasPhoto: hasPhoto === 1,
    payLink: appointment.remainingBalanceCents > 0 ? payLinkOf(deps, appointment) : null,
  };
}

/** The payment link of a customer who still has to add a card or pay, or null. */
function payLinkOf(deps: Deps, row: AppointmentRow): string | null {
  return takesFirstCardByLink(row) ? paymentLink(deliveryLink(deps, row)) : null;
}

function refusedCompletionOf(
  refused: readonly { appointmentId: string; payload: Record<string, unknown> | null }[],
  appointmentId: string,
) {
  const refusedCompletion = refused
    .filter((action) => action.appointmentId === appointmentId)
    .map(({ payload }) => payload as RefusedAction | null)
    .find((action) => action?.kind === 'complete');
  if (!refusedCompletion) return null;
  const { by = null, actualGallonsTenths, pressedAt } = refusedCompletion;
  return { by, actualGallonsTenths, pressedAt };
}

/** The driver's last known position and its time, or null. */
export function positionView(driver: DriverRow) {
  const position = positionOf(driver);
  return position && driver.locatedAt !== null
    ? { ...position, locatedAt: driver.locatedAt }
    : null;
}
