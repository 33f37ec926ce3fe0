/**
 * Delivery tickets. How their numbers stay without a gap: docs/decisions/2026-11-28-ticket-numbers.md.
 */
import { formatGallons, type GallonTenths, gallonTenths, minus, NO_GALLONS } from '../money';

/** The series of deliveries without a truck. Other series have their truck's number. */
export const OFFICE_SERIES = 0;

/** How many numbers a device gets at once, and how few it has when it asks for more. */
export const RANGE_SIZE = 20;
export const FEW_NUMBERS = 10;

/**
 * How many reserved numbers of a truck can be unused. That's enough for 10 devices, and a broken one
 * can't use up a truck's numbers.
 */
export const MOST_UNUSED = 200;

/**
 * Numbers that a device hasn't used for this long (ms) are voided. A device stops using them a day
 * earlier, because its clock may be wrong and its actions may arrive late.
 */
export const RANGE_KEPT_MS = 7 * 86_400_000;
const RANGE_USED_MS = 6 * 86_400_000;

/** The meter readings before and after a delivery. */
export type MeterReadings = { startTenths: GallonTenths; endTenths: GallonTenths };

/** A ticket, as its delivery stores it. A later correction doesn't change it. */
export type Ticket = {
  series: number;
  number: number;
  /** Null for deliveries without a truck. */
  truckName: string | null;
  meterSerial: string | null;
  /** The delivered gallons at the completion. */
  gallonsTenths: GallonTenths;
  readings: MeterReadings | null;
};

/** Returns a ticket's number, such as "2-117" for the 117th ticket of truck 2. */
export const ticketNumber = ({ series, number }: Pick<Ticket, 'series' | 'number'>): string =>
  `${series}-${number}`;

/** Returns the readings, such as "1,000 to 1,030.5". */
export const readingsText = ({ startTenths, endTenths }: MeterReadings): string =>
  `${formatGallons(startTenths)} to ${formatGallons(endTenths)}`;

/** Returns a ticket's rows for the receipt and for staff. Empty without a ticket. */
export function ticketRows(ticket: Ticket | null): { term: string; value: string }[] {
  if (!ticket) return [];
  const { truckName, meterSerial, readings } = ticket;
  const rows = [
    { term: 'Delivery ticket', value: ticketNumber(ticket) },
    { term: 'Truck', value: truckName },
    { term: 'Meter serial number', value: meterSerial },
    { term: 'Meter readings', value: readings && `${readingsText(readings)} gal` },
  ];
  return rows.flatMap(({ term, value }) => (value === null ? [] : [{ term, value }]));
}

/** The readings of one delivery, or null unless both are known. */
export const readingsOf = (
  startTenths: GallonTenths | null | undefined,
  endTenths: GallonTenths | null | undefined,
): MeterReadings | null =>
  startTenths === null || startTenths === undefined || endTenths === null || endTenths === undefined
    ? null
    : { startTenths, endTenths };

/** Returns the gallons that the meter counted, or null if it went backward. */
export function meteredGallons({ startTenths, endTenths }: MeterReadings): GallonTenths | null {
  const counted = minus(endTenths, startTenths);
  return counted < NO_GALLONS ? null : counted;
}

/** Names the doubt about readings that don't match the gallons. */
export const METER_DOUBT = 'other_readings' as const;

/** The meter and the typed gallons may differ by rounding. */
const MOST_DIFFERENCE = gallonTenths(5);

/**
 * Returns the sentence that asks about readings that don't match the gallons, or null if they differ
 * by at most half a gallon.
 */
export function readingsDoubt(
  readings: MeterReadings | null,
  gallons: GallonTenths,
): string | null {
  if (!readings) return null;
  const counted = meteredGallons(readings);
  if (counted === null) return 'The end reading is lower than the start reading.';
  if (Math.abs(minus(counted, gallons)) <= MOST_DIFFERENCE) return null;
  const entered = gallons === 10 ? '1 gallon was' : `${formatGallons(gallons)} gallons were`;
  return `The meter counted ${formatGallons(counted)} gallons, but ${entered} entered.`;
}

/** Numbers that a device holds, in the order in which it got them. */
export type HeldRange = {
  id: string;
  series: number;
  /** The next unused number. It's above `last` if all are used. */
  next: number;
  last: number;
  /** The last time it was given out or used, by the device's clock (ms). */
  usedAt: number;
};

/** The number of a ticket that a device took from a range. */
export type TakenNumber = { rangeId: string; number: number };

const isUsable = ({ next, last, usedAt }: HeldRange, now: number) =>
  next <= last && Math.abs(now - usedAt) < RANGE_USED_MS;

/**
 * Takes a series' next number from a device's ranges.
 *
 * @returns the number with the changed range, or null if the server must choose the number
 */
export function takeNumber(
  ranges: readonly HeldRange[],
  series: number,
  now: number,
): { taken: TakenNumber; range: HeldRange } | null {
  const range = ranges.find((one) => one.series === series && isUsable(one, now));
  if (!range) return null;
  return {
    taken: { rangeId: range.id, number: range.next },
    range: { ...range, next: range.next + 1, usedAt: now },
  };
}

/** True if a device needs more numbers of a series. */
export function needsNumbers(ranges: readonly HeldRange[], series: number, now: number): boolean {
  const left = ranges
    .filter((range) => range.series === series && isUsable(range, now))
    .reduce((sum, { next, last }) => sum + last - next + 1, 0);
  return left < FEW_NUMBERS;
}
