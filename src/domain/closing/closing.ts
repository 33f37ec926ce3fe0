import type { CalendarDate } from '../dates';
import { combined, LOAD_PARTS, type Load, NO_LOAD } from '../driver/on-board';
import { type Cents, type GallonTenths, minus, NO_CENTS, plus } from '../money';

/**
 * Identifies a truck (`truck:1`), or a driver's load if that driver has no truck (`driver:3`).
 * `driver:0` identifies deliveries without a driver.
 */
export type TruckKey = string;

export const addLoads = (a: Load, b: Load): Load => combined(a, b, (one, other) => one + other);
/** Subtracts a load. Unlike an onboard load, the result can be below zero. */
export const subtractLoads = (from: Load, load: Load): Load =>
  combined(from, load, (one, other) => one - other);
export const sumOfLoads = (loads: readonly Load[]): Load => loads.reduce(addLoads, NO_LOAD);

/** The fuel and ice that were loaded onto a truck and delivered from it in a day. */
export type TruckDay = {
  /** The last count before that day. */
  carried: Load;
  loaded: Load;
  delivered: Load;
};

/** Returns what must be left on a truck in the evening. */
export const expectedOf = ({ carried, loaded, delivered }: TruckDay): Load =>
  subtractLoads(addLoads(carried, loaded), delivered);

/** Returns how much more was counted than expected. Negative if something is missing. */
export const varianceOf = (day: TruckDay, counted: Load): Load =>
  subtractLoads(counted, expectedOf(day));

/** True if the owner wants a reason: over the limit for a fuel, or any difference in bags. */
export const needsReason = (variance: Load, limitTenths: GallonTenths): boolean =>
  LOAD_PARTS.some((part) =>
    part.endsWith('Tenths') ? Math.abs(variance[part]) > limitTenths : variance[part] !== 0,
  );

/**
 * Returns the fuel and ice loaded in a day. Drivers enter everything on board, including what was
 * carried over.
 */
export const loadedOf = (entered: Load | null, carried: Load): Load =>
  entered ? combined(entered, carried, (all, before) => Math.max(0, all - before)) : NO_LOAD;

/** The cash of a driver's deliveries in a day. */
export type CashDay = { dueCents: Cents; handedInCents: Cents };

/** Returns how much more cash was handed in than due. Negative if some is missing. */
export const cashDifference = ({ dueCents, handedInCents }: CashDay): Cents =>
  minus(handedInCents, dueCents);

export const sumOfCents = (amounts: readonly Cents[]): Cents => plus(NO_CENTS, ...amounts);

/** A closed day, and the newest entry in its figures. */
export type DayClosing = { date: CalendarDate; lastEntry: number };

/** An entry about a day: cash that moved or a delivery's quantities. Later entries have higher IDs. */
type Entry = { id: number; date: CalendarDate };

/**
 * True if an entry is posted to a day: it's about that day, or about an earlier day that was closed
 * before the entry was added.
 *
 * @param before the last day closed before this one
 */
export function isPostedTo(date: CalendarDate, entry: Entry, before: DayClosing | null): boolean {
  if (!before) return entry.date === date;
  return entry.date <= date && (entry.date > before.date || entry.id > before.lastEntry);
}

/**
 * Returns the day to which a closed day's later entry is posted, or null while that day is open.
 *
 * @param closings closed days in order
 */
export const postedOn = (entry: Entry, closings: readonly DayClosing[]): CalendarDate | null =>
  closings.find(({ date, lastEntry }) => date >= entry.date && lastEntry >= entry.id)?.date ?? null;
