import { OPEN_STATUSES } from '@/domain/appointment/status';
import type { CalendarDate } from '@/domain/dates';
import { expectStops } from '@/domain/route/lateness';
import { freshPosition, positionOfDock } from '@/domain/route/position';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { listOfDate } from '../../appointments/appointments.repository';
import { type DriverRow, selectActiveDrivers } from '../../drivers/drivers.repository';
import { selectTruckDays, selectTrucks } from '../../trucks/trucks.repository';
import { datesAround, hasLoads, leftOnBoard } from '../loads/loads';
import { selectCarried, selectLoads } from '../loads/loads.repository';
import { selectDocksOfDay } from './docks.repository';
import { positionView } from './driver-day.usecases';
import { type RouteFacts, routeOf } from './route';
import { selectRouteOrders } from './route.repository';

/**
 * Reads the plan of a date (today by default): each active driver's position, open stops in order,
 * and load left on board, plus the known dock positions. `readDay` returns the details of the
 * stops.
 */
export async function readDispatch({ deps }: AnyCall, input: { date?: CalendarDate | null }) {
  const { settings } = deps;
  const now = deps.clock.now();
  const today = todayOf(deps);
  const date = input.date ?? today;
  const around = datesAround(today);
  const [drivers, rows, docks, orders, loads, carried, trucks, chosen] = await deps.db.read(
    (orm) => [
      selectActiveDrivers(orm),
      listOfDate(orm, date),
      selectDocksOfDay(orm, date),
      selectRouteOrders(orm, date),
      selectLoads(orm, around),
      selectCarried(orm, around),
      selectTrucks(orm),
      selectTruckDays(orm, today),
    ],
  );
  const read = { rows: loads, appointments: carried, trucks, chosen };
  const open = rows.filter(({ status }) => OPEN_STATUSES.includes(status));
  return {
    date,
    /** The server's clock, because a device's clock may be wrong. */
    answeredAt: now,
    timeZone: settings.timeZone,
    /** The source of the map tiles, or null for a map without any. */
    map: settings.map,
    /** True if drivers enter a load for this date. */
    hasLoads: hasLoads(date, today),
    drivers: drivers.map((driver) => {
      const manualOrder = orders.find(({ driverId }) => driverId === driver.id)?.stopIds ?? null;
      const own = open.filter(({ driverId }) => driverId === driver.id);
      const facts = { rows: own, docks, manualOrder, now, timeZone: settings.timeZone };
      const onBoard = leftOnBoard(driver.id, { date, today }, read);
      return { ...driverView(driver, facts), onBoard };
    }),
    positions: rows.flatMap((row) => {
      const position = positionOfDock(row, docks);
      return position ? { id: row.id, ...position } : [];
    }),
  };
}

function driverView(driver: DriverRow, facts: RouteFacts) {
  const { id, name, status, vehicleInfo } = driver;
  const { now } = facts;
  return {
    id,
    name,
    status,
    vehicleInfo,
    position: positionView(driver),
    /** True if the driver's own order replaces the planned one. */
    isManualOrder: facts.manualOrder !== null,
    stops: expectStops(routeOf(driver, facts), { now, from: freshPosition(driver, now) }),
  };
}
