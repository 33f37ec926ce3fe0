import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import { takesFirstCardByLink } from '@/domain/appointment/booked-by';
import { canUndoEnRoute, UNDO_EN_ROUTE_MS } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { orderOf } from '@/domain/order/order';
import type { RefusedAction } from '@/domain/review/review';
import { mapSearch } from '@/domain/route/map-search';
import { positionOf } from '@/domain/route/position';
import { localMoment } from '@/domain/time';
import { windWarnings } from '@/domain/wind';
import type { Call } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { selectEnRoute } from '../../appointments/appointments.repository';
import { customerView, driverFacts, WITHOUT_CARD } from '../../appointments/appointments.view';
import { deliveryLink } from '../../appointments/delivery-link';
import { selectBusinessSettings } from '../../business-settings/business-settings.repository';
import { businessSettingsOf } from '../../business-settings/business-settings.usecases';
import { type DriverRow, selectDriver } from '../../drivers/drivers.repository';
import { requireDriverId, unknownDriver } from '../../drivers/drivers.usecases';
import { paymentLink } from '../../messages/email';
import { selectLatestPrice } from '../../pricing/pricing.repository';
import { pricesView } from '../../pricing/pricing.usecases';
import { selectRefusedActionsOfDay } from '../../review/review.repository';
import { selectSupport } from '../../support/support.repository';
import { supportView } from '../../support/support.usecases';
import { selectWindFrom } from '../../weather/weather.repository';
import { datesAround, loadsForDevice } from '../loads/loads';
import { selectCarried, selectLoads } from '../loads/loads.repository';
import { selectDocksOfDay } from './docks.repository';
import { selectDoneOfDays } from './done-today.repository';
import { routeOf } from './route';
import { selectRouteOrder, selectToDeliver } from './route.repository';

/** For so long (ms) after midnight the page takes photos of the day before. */
const NIGHT_MS = 6 * 3_600_000;

/** A driver with today's deliveries and those under way, in the order to make them. */
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
  ]);
  const [[driver], ofDay, docks, [order], [support], refused, done, [saved], ...others] = read;
  const [[price], loads, carried, underWay, forecast] = others;
  if (!driver) throw unknownDriver();
  // A trip goes on over midnight, and a forgotten one has to be ended.
  const rows = [...underWay.filter((row) => row.date !== date), ...ofDay];
  const { confirmAboveCents, asksForPhoto, asksForSignature } = businessSettingsOf(deps, saved);
  const manualOrder = order?.stopIds ?? null;
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
    /** The server's clock; that of a device may be wrong. */
    answeredAt: now,
    /** In which the page writes its times, also without signal. */
    timeZone: settings.timeZone,
    /** What a walk-up costs, and above which total it is confirmed. */
    walkUps: { unitPrices: pricesView({ deps }, price ?? null).charged, confirmAboveCents },
    /** What the device works out from what is on board, also without signal. */
    loads: loadsForDevice(driverId, date, { rows: loads, appointments: carried }),
    /** The time slots whose forecast has more wind than the owner wants. */
    wind: windWarnings(forecast, now).filter((one) => one.date === date),
    dispatchPhone: supportView(support).phone,
    /** Where the pictures of a map come from; null draws it without any. */
    map: settings.map,
    /** What the owner wants of each completion. */
    asksFor: { photo: asksForPhoto, signature: asksForSignature },
    /** The driver's own order holds, not the planned one. */
    isManualOrder: manualOrder !== null,
    /** The number of the first open stop: those that were delivered today keep theirs. */
    firstNumber: 1 + done.filter(({ appointment }) => isDelivered(appointment, date)).length,
    /** What is behind the driver today. */
    done: done
      .filter(({ appointment }) => appointment.date === date)
      .map((one) => doneView(deps, one)),
    /** In the night: what was delivered of the day before and has no photo yet. */
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
      /** False when no message can reach the customer, so that the device does not say one did. */
      customerReachable: canGetMail(row.customerEmail),
      /** The driver confirms a total above this, also without signal. */
      confirmAboveCents,
      /** The delivery here that another driver's device has told already; staff decide about it. */
      told: toldOf(refused, row.id),
      /** Where the dock is, if a delivery was made there before. */
      position,
      /** What the device's maps application is asked for. */
      mapSearch: mapSearch({ location: row.location, position }, settings.zip),
      payLink: payLinkOf(deps, row),
      /** Until then (ms) the driver may undo having set out; null if they can't. */
      undoUntil: undoUntilOf(row, now),
      /** What the device works out from when the driver should be there, also without signal. */
      ...{ beginsAt, endsAt, arrivalAt },
    })),
  };
}

const isDelivered = (row: AppointmentRow, date: CalendarDate) =>
  row.date === date && row.status === 'completed';

const undoUntilOf = (row: AppointmentRow, now: number) =>
  canUndoEnRoute(row, now) && row.enRouteAt !== null ? row.enRouteAt + UNDO_EN_ROUTE_MS : null;

type DoneRow = Awaited<ReturnType<typeof selectDoneOfDays>>[number];

function doneView(deps: Deps, { appointment, hasPhoto }: DoneRow) {
  return {
    ...orderOf(appointment),
    id: appointment.id,
    publicCode: appointment.publicCode,
    status: appointment.status,
    actualGallonsTenths: appointment.actualGallonsTenths,
    doneAt: appointment.completedAt ?? appointment.cancelledAt,
    hasPhoto: hasPhoto === 1,
    payLink: appointment.remainingBalanceCents > 0 ? payLinkOf(deps, appointment) : null,
  };
}

/** The link by which the customer of a walk-up gives a card or pays; null where a card is there. */
function payLinkOf(deps: Deps, row: AppointmentRow): string | null {
  return takesFirstCardByLink(row) ? paymentLink(deliveryLink(deps, row)) : null;
}

function toldOf(
  refused: readonly { appointmentId: string; payload: Record<string, unknown> | null }[],
  appointmentId: string,
) {
  const told = refused
    .filter((action) => action.appointmentId === appointmentId)
    .map(({ payload }) => payload as RefusedAction | null)
    .find((action) => action?.kind === 'complete');
  if (!told) return null;
  const { by = null, actualGallonsTenths, pressedAt } = told;
  return { by, actualGallonsTenths, pressedAt };
}

/** Where a driver was last seen, and when; null where that is not known. */
export function positionView(driver: DriverRow) {
  const position = positionOf(driver);
  return position && driver.locatedAt !== null
    ? { ...position, locatedAt: driver.locatedAt }
    : null;
}
