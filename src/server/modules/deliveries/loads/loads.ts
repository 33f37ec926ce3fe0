import { addDays, type CalendarDate } from '@/domain/dates';
import {
  type Load,
  type LoadFacts,
  leftOver,
  loadOfAll,
  NO_LOAD,
  type OnBoard,
  onBoard,
} from '@/domain/driver/on-board';
import { type Truck, type TruckDay, truckOfDay } from '@/domain/trucks/truck';
import type { CarriedAppointment, LoadRow } from './loads.repository';

/**
 * The entered loads and the deliveries around a date, and the trucks that drivers chose, for one driver
 * or all of them.
 */
type LoadRows = {
  rows: readonly LoadRow[];
  appointments: readonly CarriedAppointment[];
  trucks: readonly Truck[];
  chosen: readonly (TruckDay & { driverId: number })[];
};

/** A date's load depends on the day before, and the next day's load depends on it. */
export const datesAround = (date: CalendarDate) => [addDays(date, -1), date, addDays(date, 1)];

/** The driver's truck on a date, or the truck of that date's load. Null without a truck. */
function truckIdOf(driverId: number, date: CalendarDate, read: LoadRows): number | null {
  const chosen = read.chosen.filter((choice) => choice.driverId === driverId);
  const truck = truckOfDay(date, { trucks: read.trucks, chosen });
  const row = read.rows.find((one) => one.driverId === driverId && one.date === date);
  return truck?.id ?? row?.truckId ?? null;
}

/**
 * The facts a date's onboard load is calculated from.
 *
 * @param truckId the truck of that date, if it isn't the one with the load
 */
function factsOf(
  driverId: number,
  date: CalendarDate,
  { rows, appointments, truckId }: LoadRows & { truckId?: number | null },
): LoadFacts {
  const row = rows.find((one) => one.driverId === driverId && one.date === date);
  const theirs = appointments.filter((one) => one.driverId === driverId && one.date === date);
  const ofLoad = truckId ?? row?.truckId;
  const done = theirs.filter((one) => one.status === 'completed' && isOfTruck(one.truckId, ofLoad));
  return {
    loaded: row ? loadOfRow(row) : null,
    carried: null,
    delivered: loadOfAll(done.map(asDelivered)),
    needed: loadOfAll(theirs.filter(({ status }) => status !== 'completed')),
  };
}

/** True if a delivery was made with a load's truck, or if one of the two has no truck. */
const isOfTruck = (truckId: number | null, ofLoad: number | null | undefined): boolean =>
  !(truckId && ofLoad) || truckId === ofLoad;

const loadOfRow = ({ regularGallonsTenths, premiumGallonsTenths, ...bags }: LoadRow): Load => ({
  regularGallonsTenths,
  premiumGallonsTenths,
  smallIceBags: bags.smallIceBags,
  largeIceBags: bags.largeIceBags,
});

const asDelivered = (appointment: CarriedAppointment): CarriedAppointment => ({
  ...appointment,
  estimatedGallonsTenths: appointment.actualGallonsTenths ?? appointment.estimatedGallonsTenths,
});

/**
 * The facts from which a driver's device calculates today's and tomorrow's onboard load. The device
 * itself knows today's deliveries.
 */
export function loadsForDevice(driverId: number, today: CalendarDate, read: LoadRows) {
  const [before, , after] = datesAround(today).map((date) => factsOf(driverId, date, read));
  const yesterday = before && onBoard({ ...before, needed: NO_LOAD });
  const [earlier, current] = datesAround(today).map((date) =>
    read.rows.find((row) => row.driverId === driverId && row.date === date),
  );
  const truckId = truckIdOf(driverId, today, read);
  return {
    /** Null if the driver used another truck yesterday, because the fuel stayed in that one. */
    carried: isOfTruck(truckId, earlier?.truckId) ? leftOver(yesterday ?? null) : null,
    loaded: current ? loadOfRow(current) : null,
    /** The truck with this load. Null without a truck. */
    truckId,
    tomorrow: { loaded: after?.loaded ?? null, needed: after?.needed ?? NO_LOAD },
  };
}

/** Calculates a driver's onboard load for today and tomorrow. */
export function onBoardOf(
  driverId: number,
  today: CalendarDate,
  read: LoadRows,
): { today: OnBoard | null; tomorrow: OnBoard | null } {
  const { carried, tomorrow, truckId } = loadsForDevice(driverId, today, read);
  const now = onBoard({ ...factsOf(driverId, today, { ...read, truckId }), carried });
  const next = { ...tomorrow, carried: leftOver(now), delivered: NO_LOAD };
  return { today: now, tomorrow: onBoard(next) };
}

/** Drivers enter loads for today and tomorrow only. */
export const hasLoads = (date: CalendarDate, today: CalendarDate): boolean =>
  date === today || date === addDays(today, 1);

/**
 * Calculates the load left on board for a date's open stops. Null before a load is entered, and for
 * dates other than today and tomorrow.
 */
export function leftOnBoard(
  driverId: number,
  { date, today }: { date: CalendarDate; today: CalendarDate },
  read: LoadRows,
): Load | null {
  const { today: now, tomorrow } = onBoardOf(driverId, today, read);
  if (date === today) return now?.left ?? null;
  return date === addDays(today, 1) ? (tomorrow?.left ?? null) : null;
}
