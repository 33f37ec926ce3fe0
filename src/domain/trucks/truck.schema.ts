import * as z from 'zod/mini';
import { ownOrNamedDriver } from '../driver/driver.schema';
import { readSchema } from '../edit-conflict';
import { calendarDate, clearableText, requiredText, wholeNumber } from '../fields';
import { addressKey } from '../places/place';

export const MAX_TRUCK_NAME = 60;
export const MAX_METER_SERIAL = 40;

export const TRUCK_MESSAGES = {
  name: 'Enter a name.',
  id: 'Select a truck.',
  active: 'Select whether the truck is active.',
  taken: 'Another truck has this name.',
} as const;

const truckId = wholeNumber(1, 1_000_000, TRUCK_MESSAGES.id);

/** A truck as typed in its form. Without an ID, it's a new truck. */
export const truckSchema = z.object({
  id: z.optional(truckId),
  name: requiredText(TRUCK_MESSAGES.name, MAX_TRUCK_NAME).check(
    z.refine((name) => addressKey(name) !== '', TRUCK_MESSAGES.name),
  ),
  meterSerial: clearableText(MAX_METER_SERIAL),
  read: readSchema,
});
export type TruckInput = z.output<typeof truckSchema>;

export const truckActiveSchema = z.object({
  id: truckId,
  isActive: z.boolean(TRUCK_MESSAGES.active),
});

/** A driver's truck on a date. */
export const truckDaySchema = z.object({
  driverId: ownOrNamedDriver,
  date: calendarDate('Select a date for the truck.'),
  truckId,
});
export type TruckDayInput = z.output<typeof truckDaySchema>;
