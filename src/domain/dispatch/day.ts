import type { AppointmentStatus } from '../appointment/status';
import type { CalendarDate } from '../dates';
import { type Cents, type GallonTenths, NO_CENTS, NO_GALLONS, plus } from '../money';
import { isFull, type Occupancy, takesBookings } from '../slots/time-slots';

/** The values of a day's line that can be added up. */
export type Countable = {
  status: AppointmentStatus;
  /** The delivered gallons, or the ordered ones before the delivery. */
  gallonsTenths: GallonTenths;
  smallIceBags: number;
  mediumIceBags: number;
  largeIceBags: number;
  totalPriceCents: Cents;
  testMode: boolean;
};

/** The totals of several deliveries. Those in test mode add no money. */
export type DayTotals = {
  stops: number;
  /** Number of completed stops. */
  done: number;
  gallonsTenths: GallonTenths;
  iceBags: number;
  priceCents: Cents;
};

/** Adds up deliveries: of a day, of a time window, or of a driver. */
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

/** The reasons why nothing is open, for staff. */
const CLOSED_BY = ['full', 'blocked', 'over'] as const;

/** The spots of a day or a time window, for staff: "57/60, 3 open". */
export type Places = {
  /** Number of appointments that take a spot, including holds. */
  occupied: number;
  /** Number of spots that staff can still fill. */
  open: number;
  /** Occupied plus open spots. If a window is overbooked, it's the number of appointments. */
  all: number;
  /** The reasons why spots are closed. A full window may also be blocked. */
  closedBy: readonly (typeof CLOSED_BY)[number][];
};

/** Returns the spots of a time window. None are open if it's blocked or past. */
export function placesOf(occupancy: Occupancy, isOver: boolean): Places {
  const { capacity, occupied } = occupancy;
  const is = { full: isFull(occupancy), blocked: !takesBookings(occupancy), over: isOver };
  const closedBy = isOver ? (['over'] as const) : CLOSED_BY.filter((reason) => is[reason]);
  const open = closedBy.length === 0 ? capacity - occupied : 0;
  return { occupied, open, all: occupied + open, closedBy };
}

/** Adds up the spots of several time windows. */
export function placesTogether(places: readonly Places[]): Places {
  const sum = (name: 'occupied' | 'open' | 'all') =>
    places.reduce((total, window) => total + window[name], 0);
  const closedBy = CLOSED_BY.filter((reason) =>
    places.some((window) => window.closedBy.includes(reason)),
  );
  return { occupied: sum('occupied'), open: sum('open'), all: sum('all'), closedBy };
}

/** Formats "57/60, 3 open". If no spots are left, formats "57/57, full and over" or "blocked". */
export function placesText({ occupied, open, all, closedBy }: Places): string {
  const left = open > 0 ? `${open} open` : closedBy.join(' and ');
  return all === 0 ? left : `${occupied}/${all}, ${left}`;
}

/** One date in the strip above a day. */
export type StripDate = { date: CalendarDate } & Places;
