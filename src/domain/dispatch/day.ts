import type { AppointmentStatus } from '../appointment/status';
import type { CalendarDate } from '../dates';
import { type Cents, type GallonTenths, NO_CENTS, NO_GALLONS, plus } from '../money';
import { isFull, type Occupancy, takesBookings } from '../slots/time-slots';

/** What a line of the day says of its delivery, as far as it can be added up. */
export type Countable = {
  status: AppointmentStatus;
  /** What was delivered, or else what was ordered. */
  gallonsTenths: GallonTenths;
  smallIceBags: number;
  mediumIceBags: number;
  largeIceBags: number;
  totalPriceCents: Cents;
  testMode: boolean;
};

/** What a number of deliveries comes to. Those in test mode bring no money. */
export type DayTotals = {
  stops: number;
  /** How many of the stops are completed. */
  done: number;
  gallonsTenths: GallonTenths;
  iceBags: number;
  priceCents: Cents;
};

/** Adds deliveries up: those of a day, of one of its time slots or of a driver. */
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

/** Why nothing is open, as staff read it. */
const CLOSED_BY = ['full', 'blocked', 'over'] as const;

/** The places of a day or of a time slot, as staff read them: "57/60, 3 open". */
export type Places = {
  /** Appointments that occupy a place, holds among them. */
  occupied: number;
  /** What is left for staff to fill. */
  open: number;
  /** Both together; where more came than there was room for, as many as came. */
  all: number;
  /** What of it is closed, and why: a full time slot may be blocked besides. */
  closedBy: readonly (typeof CLOSED_BY)[number][];
};

/** The places of a time slot. Nothing is open where it is blocked or over. */
export function placesOf(occupancy: Occupancy, isOver: boolean): Places {
  const { capacity, occupied } = occupancy;
  const is = { full: isFull(occupancy), blocked: !takesBookings(occupancy), over: isOver };
  const closedBy = isOver ? (['over'] as const) : CLOSED_BY.filter((reason) => is[reason]);
  const open = closedBy.length === 0 ? capacity - occupied : 0;
  return { occupied, open, all: occupied + open, closedBy };
}

/** The places of several time slots together. */
export function placesTogether(places: readonly Places[]): Places {
  const sum = (name: 'occupied' | 'open' | 'all') =>
    places.reduce((total, one) => total + one[name], 0);
  const closedBy = CLOSED_BY.filter((reason) =>
    places.some((one) => one.closedBy.includes(reason)),
  );
  return { occupied: sum('occupied'), open: sum('open'), all: sum('all'), closedBy };
}

/** "57/60, 3 open"; where no place is left "57/57, full and over", or "blocked". */
export function placesText({ occupied, open, all, closedBy }: Places): string {
  const left = open > 0 ? `${open} open` : closedBy.join(' and ');
  return all === 0 ? left : `${occupied}/${all}, ${left}`;
}

/** One date of the strip above a day. */
export type StripDate = { date: CalendarDate } & Places;
