import * as z from 'zod/mini';
import { pricePreviewSchema, typedCustomPrice } from './edit-schemas';
import {
  calendarDate,
  completionSchema,
  idSchema,
  orderFields,
  text,
  windowLabelSchema,
} from './schemas';

export const STAFF_PATCH_SENTENCES = {
  notHere: (field: string) => `This call does not change ${field}.`,
  apart: (field: string) => `Please change ${field} in a call of its own.`,
  status: 'Please give a status that a delivery can be moved to.',
  nothing: 'Please say what to change.',
} as const;

const driverId = z.nullish(
  z.number('Please choose a driver.').check(z.int('Please choose a driver.'), z.minimum(1)),
);

/** Where and when a delivery is made, and by whom; what is left out stays. */
const move = {
  date: z.optional(calendarDate('Please choose a valid date.')),
  time: z.optional(windowLabelSchema('Please choose one of the delivery windows.')),
  location: z.optional(orderFields.location),
  slipNumber: z.optional(orderFields.slipNumber),
  driverId,
};
export const rescheduleSchema = z.object({ id: idSchema, ...move });
export type RescheduleInput = z.infer<typeof rescheduleSchema>;

const { estimatedGallons, smallIceBags, largeIceBags } = pricePreviewSchema.shape;
const details = {
  estimatedGallons: z.optional(estimatedGallons),
  smallIceBags: z.optional(smallIceBags),
  largeIceBags: z.optional(largeIceBags),
  customFuelPrice: z.optional(typedCustomPrice),
};

const { actualGallons, receiptPhoto, fuelPhoto, notes, completedAt } = completionSchema.shape;
const completion = {
  actualGallons: z.optional(actualGallons),
  receiptPhoto,
  fuelPhoto,
  notes,
  completedAt,
};

/** What may be sent along with each status. */
const COMPANIONS: Record<string, readonly string[]> = {
  confirmed: ['noCardReason'],
  scheduled: ['driverId'],
  en_route: [],
  completed: Object.keys(completion),
  cancelled: ['reason'],
};

type Group = readonly string[];

/**
 * Refuses every field that is not of the role by name (D35), and fields that belong to different
 * actions: a call changes the status, or the time and place, or the order.
 */
function oneAction(statuses: readonly string[], groups: readonly Group[]) {
  const known = new Set([
    'status',
    ...groups.flat(),
    ...statuses.flatMap((s) => COMPANIONS[s] ?? []),
  ]);
  return z.looseObject({ id: idSchema }).check((ctx) => {
    const { status } = ctx.value as { status?: unknown };
    const given = Object.keys(ctx.value).filter((name) => name !== 'id' && name !== 'status');
    const refuse = (message: string, field: string) => {
      ctx.issues.push({ code: 'custom', message, path: [field], input: ctx.value });
    };
    const foreign = given.find((name) => !known.has(name));
    if (foreign !== undefined) return refuse(STAFF_PATCH_SENTENCES.notHere(foreign), foreign);
    if (status === undefined && given.length === 0) {
      return refuse(STAFF_PATCH_SENTENCES.nothing, 'id');
    }
    if (status !== undefined && !statuses.includes(String(status))) {
      return refuse(STAFF_PATCH_SENTENCES.status, 'status');
    }
    const group =
      status === undefined
        ? groups.find((names) => names.includes(given[0] ?? ''))
        : COMPANIONS[String(status)];
    const apart = given.find((name) => !group?.includes(name));
    if (apart !== undefined) refuse(STAFF_PATCH_SENTENCES.apart(apart), apart);
  });
}

const STAFF_STATUSES = ['confirmed', 'scheduled', 'en_route', 'completed', 'cancelled'] as const;
const DRIVER_STATUSES = ['en_route', 'completed'] as const;

/** A change by staff from outside: a status, or time and place, or the order. */
export const staffPatchSchema = z.pipe(
  oneAction(STAFF_STATUSES, [Object.keys(move), Object.keys(details)]),
  z.object({
    id: idSchema,
    status: z.optional(z.enum(STAFF_STATUSES, STAFF_PATCH_SENTENCES.status)),
    noCardReason: z.optional(text(300)),
    reason: z.optional(text(300)),
    ...completion,
    ...move,
    ...details,
  }),
);
export type StaffPatch = z.infer<typeof staffPatchSchema>;

/** A change by a driver from outside: on the way, or delivered (staff section 7). */
export const driverPatchSchema = z.pipe(
  oneAction(DRIVER_STATUSES, []),
  z.object({
    id: idSchema,
    status: z.enum(DRIVER_STATUSES, STAFF_PATCH_SENTENCES.status),
    ...completion,
  }),
);
export type DriverPatch = z.infer<typeof driverPatchSchema>;
