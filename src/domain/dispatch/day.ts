import type { AppointmentStatus } from '../appointment/status';
import type { CalendarDate } from '../dates';
import { type Cents, type GallonTenths, NO_CENTS, NO_GALLONS, plus } from '../money';
import type { Occupancy } from '../slots/time-slots';

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

/** What a number of deliveries comes to. Those in test mode bring no money (D28). */
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

/** The places of a day or of a time slot, as staff read them: "57/60, 3 open". */
export type Places = {
  /** Appointments that occupy a place, holds among them. */
  occupied: number;
  /** What is left for staff to fill. */
  open: number;
  /** Both together; where more came than there was room for, as many as came. */
  all: number;
};

/** The places of a time slot. Nothing is open where it is blocked or over. */
export function placesOf({ isAvailable, capacity, occupied }: Occupancy, isOver: boolean): Places {
  const open = isAvailable && !isOver ? Math.max(0, capacity - occupied) : 0;
  return { occupied, open, all: occupied + open };
}

/** The places of several time slots together. */
export function placesTogether(places: readonly Places[]): Places {
  const sum = (name: keyof Places) => places.reduce((total, one) => total + one[name], 0);
  return { occupied: sum('occupied'), open: sum('open'), all: sum('all') };
}

/** "57/60, 3 open"; "57/57, full" where no place is left. */
export function placesText({ occupied, open, all }: Places): string {
  return `${occupied}/${all}, ${open === 0 ? 'full' : `${open} open`}`;
}

/** One date of the strip above a day. */
export type StripDate = { date: CalendarDate } & Places;
