import * as z from 'zod/mini';
import { loadFieldsUpTo } from '../driver/load.schema';
import {
  calendarDate,
  clearableText,
  dollars,
  inUnits,
  MAX_NOTE_LENGTH,
  wholeNumber,
} from '../fields';
import { cents } from '../money';

export const CLOSING_MESSAGES = {
  date: 'Select a date to close.',
  truck: 'Select a truck.',
  driver: 'Select a driver.',
  version: 'This page is out of date. Reload it.',
  handedIn: 'Enter the cash that was handed in, from $0 to $1,000,000.',
} as const;

const MOST_CASH = cents(1_000_000_00);
const closingDate = calendarDate(CLOSING_MESSAGES.date);
/** Counts the saves, starting at 0 before the first. */
const version = wholeNumber(0, Number.MAX_SAFE_INTEGER, CLOSING_MESSAGES.version);
const reason = clearableText(MAX_NOTE_LENGTH);

const truckKey = z
  .string(CLOSING_MESSAGES.truck)
  .check(
    z.maxLength(20, CLOSING_MESSAGES.truck),
    z.regex(/^(truck|driver):\d{1,9}$/, CLOSING_MESSAGES.truck),
  );

/** A truck can be filled many times in a day. */
const MOST_IN_A_DAY = { gallons: 50_000, bags: 20_000 } as const;
const dayLoad = inUnits(z.object(loadFieldsUpTo(MOST_IN_A_DAY)));

/** The day to close or to read. */
export const closingDaySchema = z.object({ date: z.nullish(closingDate) });

/** The amounts loaded onto a truck in a day and counted on it in the evening. */
export const truckCountSchema = z.object({
  date: closingDate,
  key: truckKey,
  loaded: dayLoad,
  counted: dayLoad,
  reason,
  version,
});
export type TruckCountInput = z.output<typeof truckCountSchema>;

/** The cash that a driver handed in for a day. Driver 0 is nobody. */
export const cashCountSchema = inUnits(
  z.object({
    date: closingDate,
    driverId: wholeNumber(0, Number.MAX_SAFE_INTEGER, CLOSING_MESSAGES.driver),
    handedIn: dollars(CLOSING_MESSAGES.handedIn, { most: MOST_CASH }),
    reason,
    version,
  }),
);
export type CashCountInput = z.output<typeof cashCountSchema>;

/** Closes a day with the figures that the page showed. */
export const closeDaySchema = z.object({
  date: closingDate,
  seen: z.string(CLOSING_MESSAGES.version).check(z.minLength(1), z.maxLength(64)),
});
export type CloseDayInput = z.output<typeof closeDaySchema>;
