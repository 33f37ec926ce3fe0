import * as z from 'zod/mini';
import { blankIs, calendarDate, gallons, inUnits, typedWholeNumber } from '../fields';
import { toTenths } from '../money';
import { ownOrNamedDriver } from './driver.schema';

/** Higher than what any delivery boat carries. */
export const MAX_LOAD = { gallons: 5000, bags: 2000 } as const;
const GALLONS = `Gallons must be from 0 to ${MAX_LOAD.gallons}, in tenths.`;
const BAGS = `Ice bags must be a whole number from 0 to ${MAX_LOAD.bags}.`;

const loadGallons = z.pipe(
  z.transform((typed: string | number) => (typed === '' ? '0' : typed)),
  gallons(GALLONS, { most: toTenths(MAX_LOAD.gallons) }),
);
const loadBags = blankIs(0, typedWholeNumber(0, MAX_LOAD.bags, BAGS));

/** The onboard load, as typed by a driver. Blank means none. */
export const loadFields = {
  regularGallons: loadGallons,
  premiumGallons: loadGallons,
  smallIceBags: loadBags,
  largeIceBags: loadBags,
};

/** The whole load of a date, so sending it again changes nothing. */
export const loadSchema = inUnits(
  z.object({ driverId: ownOrNamedDriver, date: calendarDate(), ...loadFields }),
);
export type LoadInput = z.infer<typeof loadSchema>;
