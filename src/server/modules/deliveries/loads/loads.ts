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
import type { CarriedAppointment, LoadRow } from './loads.repository';

/** What was entered and what is to be delivered around a date, of one driver or of all. */
type Read = { rows: readonly LoadRow[]; appointments: readonly CarriedAppointment[] };

/** The dates that what is on board on a date hangs on: the one before, and the next one. */
export const datesAround = (date: CalendarDate) => [addDays(date, -1), date, addDays(date, 1)];

/** What decides what is on board on a date. */
function factsOf(driverId: number, date: CalendarDate, { rows, appointments }: Read): LoadFacts {
  const row = rows.find((one) => one.driverId === driverId && one.date === date);
  const theirs = appointments.filter((one) => one.driverId === driverId && one.date === date);
  const done = theirs.filter(({ status }) => status === 'completed');
  return {
    loaded: row ? loadOfRow(row) : null,
    carried: null,
    delivered: loadOfAll(done.map(asDelivered)),
    needed: loadOfAll(theirs.filter(({ status }) => status !== 'completed')),
  };
}

const loadOfRow = ({ regularGallonsTenths, premiumGallonsTenths, ...bags }: LoadRow): Load => ({
  ...{ regularGallonsTenths, premiumGallonsTenths },
  ...{ smallIceBags: bags.smallIceBags, largeIceBags: bags.largeIceBags },
});

const asDelivered = (appointment: CarriedAppointment): CarriedAppointment => ({
  ...appointment,
  estimatedGallonsTenths: appointment.actualGallonsTenths ?? appointment.estimatedGallonsTenths,
});

/**
 * What decides what a driver has on board today and tomorrow, for their device, which knows what was
 * delivered today and what is left to do.
 */
export function loadsForDevice(driverId: number, today: CalendarDate, read: Read) {
  const [before, , after] = datesAround(today).map((date) => factsOf(driverId, date, read));
  const yesterday = before && onBoard({ ...before, needed: NO_LOAD });
  const loaded = factsOf(driverId, today, read).loaded;
  return {
    carried: leftOver(yesterday ?? null),
    loaded,
    tomorrow: { loaded: after?.loaded ?? null, needed: after?.needed ?? NO_LOAD },
  };
}

/** What a driver has on board today and tomorrow. */
export function onBoardOf(
  driverId: number,
  today: CalendarDate,
  read: Read,
): { today: OnBoard | null; tomorrow: OnBoard | null } {
  const { carried, tomorrow } = loadsForDevice(driverId, today, read);
  const now = onBoard({ ...factsOf(driverId, today, read), carried });
  const next = { ...tomorrow, carried: leftOver(now), delivered: NO_LOAD };
  return { today: now, tomorrow: onBoard(next) };
}

/** Whether drivers enter what they load for a date: today and tomorrow. */
export const hasLoads = (date: CalendarDate, today: CalendarDate): boolean =>
  date === today || date === addDays(today, 1);

/**
 * What a driver has left on board for the stops of a date that are still to be made. Null while nothing was
 * entered, and for dates other than today and tomorrow: what those need is not known yet, or is over.
 */
export function leftOnBoard(
  driverId: number,
  { date, today }: { date: CalendarDate; today: CalendarDate },
  read: Read,
): Load | null {
  const { today: now, tomorrow } = onBoardOf(driverId, today, read);
  if (date === today) return now?.left ?? null;
  return date === addDays(today, 1) ? (tomorrow?.left ?? null) : null;
}
