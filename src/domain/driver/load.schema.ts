import * as z from 'zod/mini';
import { blankIs, calendarDate, gallons, inUnits, typedWholeNumber } from '../fields';
import { toTenths } from '../money';
import { ownOrNamedDriver } from './driver.schema';

/** Higher than what any delivery boat carries. */
export const MAX_LOAD = { gallons: 5000, bags: 2000 } as const;

/** Fuel and ice as typed. Blank means none. */
export function loadFieldsUpTo(most: { gallons: number; bags: number }) {
  const loadGallons = z.pipe(
    z.transform((typed: string | number) => (typed === '' ? '0' : typed)),
    gallons(`Gallons must be from 0 to ${most.gallons}, in tenths.`, {
      most: toTenths(most.gallons),
    }),
  );
  const message = `Ice bags must be a whole number from 0 to ${most.bags}.`;
  const loadBags = blankIs(0, typedWholeNumber(0, most.bags, message));
  return {
    regularGallons: loadGallons,
    premiumGallons: loadGallons,
    smallIceBags: loadBags,
    largeIceBags: loadBags,
  };
}

/** The onboard load, as typed by a driver. */
export const loadFields = loadFieldsUpTo(MAX_LOAD);

/** The whole load of a date, so sending it again changes nothing. */
export const loadSchema = inUnits(
  z.object({ driverId: ownOrNamedDriver, date: calendarDate(), ...loadFields }),
);
export type LoadInput = z.infer<typeof loadSchema>;
