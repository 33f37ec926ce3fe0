import type { AppointmentStatus } from '../appointment/status';
import type { CalendarDate } from '../dates';
import { type Cents, type GallonTenths, NO_CENTS, NO_GALLONS, plus } from '../money';
import { isFull, type Occupancy, takesBookings } from '../slots/time-slots';

/** The values of a line that are added up in the day's totals. */
export type Countable = {
  status: AppointmentStatus;
  /** The delivered gallons. Before the delivery, the ordered gallons. */
  gallonsTenths: GallonTenths;
  smallIceBags: number;
  mediumIceBags: number;
  largeIceBags: number;
  totalPriceCents: Cents;
  testMode: boolean;
};

/** The totals of some deliveries. They don't include the prices of test deliveries. */
export type DayTotals = {
  stops: number;
  /** The number of completed stops. */
  done: number;
  gallonsTenths: GallonTenths;
  iceBags: number;
  priceCents: Cents;
};

/** @returns the totals of the deliveries of a day, time slot, or driver */
export function totalsOf(lines: readonly Countable[]): DayTotals {
  return {
    stops: lines.length,
    done: lines.filter(({ status }) => status === 'completed').length,
    gallonsTenths: plus(NO_GALLONS, ...lines.map(({ gallonsTenths }) => gallonsTenths)),
    iceBags: lines.reduce((sum, line) => sum + iceBagsOf(line), 0),
    priceCents: plus(
      NO_CENTS,
      ...lines.filter(({ testMode }) => !testMode).map(({ totalPriceCents }) => totalPriceCents),
    ),
  };
}

const iceBagsOf = (line: Countable) => line.smallIceBags + line.mediumIceBags + line.largeIceBags;

/** The reasons why a time slot has no open spots, as shown to staff. */
const CLOSED_BY = ['full', 'blocked', 'past'] as const;

/** The spots of a day or time slot. */
export type Places = {
  /** The number of appointments, including holds. */
  occupied: number;
  /** The number of spots that staff can still fill. */
  open: number;
  /** Occupied plus open spots, which is more than the capacity if the slot is overbooked. */
  all: number;
  /** Why spots are closed. A full time slot may also be blocked. */
  closedBy: readonly (typeof CLOSED_BY)[number][];
};

/** @returns the spots of a time slot; none are open if it's blocked or past */
export function placesOf(occupancy: Occupancy, isOver: boolean): Places {
  const { capacity, occupied } = occupancy;
  const is = { full: isFull(occupancy), blocked: !takesBookings(occupancy), past: isOver };
  const closedBy = isOver ? (['past'] as const) : CLOSED_BY.filter((reason) => is[reason]);
  const open = closedBy.length === 0 ? capacity - occupied : 0;
  return { occupied, open, all: occupied + open, closedBy };
}

/** @returns the sum of the spots of several time slots */
export function placesTogether(places: readonly Places[]): Places {
  const sum = (name: 'occupied' | 'open' | 'all') =>
    places.reduce((total, window) => total + window[name], 0);
  const closedBy = CLOSED_BY.filter((reason) =>
    places.some((window) => window.closedBy.includes(reason)),
  );
  return { occupied: sum('occupied'), open: sum('open'), all: sum('all'), closedBy };
}

/** @returns the spots as text: "57/60, 3 left", or without any "57/57, full" or "blocked" */
export function placesText({ occupied, open, all, closedBy }: Places): string {
  const left = open > 0 ? `${open} left` : closedBy.join(' and ');
  return all === 0 ? left : `${occupied}/${all}, ${left}`;
}

/** One date in the strip above a day. */
export type StripDate = { date: CalendarDate } & Places;
