import * as z from 'zod/mini';
import {
  calendarDate,
  driverIdSchema,
  idSchema,
  inUnits,
  noteText,
  timeSlotLabelSchema,
  versionSchema,
} from '../fields';
import { orderFields } from '../order/order.schema';
import { completionFields } from './completion.schema';
import { detailFields } from './edit.schema';

export const STAFF_PATCH_MESSAGES = {
  notHere: (field: string) => `This call does not change ${field}.`,
  apart: (field: string) => `Please change ${field} in a call of its own.`,
  status: 'Please give a status that a delivery can be moved to.',
  nothing: 'Please say what to change.',
} as const;

/** Where and when a delivery is made, and by whom; what is left out stays. */
const move = {
  date: z.optional(calendarDate('Please choose a valid date.')),
  time: z.optional(timeSlotLabelSchema('Please choose one of the delivery windows.')),
  location: z.optional(orderFields.location),
  slipNumber: z.optional(orderFields.slipNumber),
  driverId: z.nullish(driverIdSchema),
};
export const rescheduleSchema = z.object({ id: idSchema, version: versionSchema, ...move });
export type RescheduleInput = z.infer<typeof rescheduleSchema>;

const details = z.partial(z.object(detailFields)).shape;

// Bags that came otherwise than ordered are said in the dialog, or as a change of the order.
const { smallIceBags: _small, largeIceBags: _large, ...alone } = completionFields;
const completion = { ...alone, actualGallons: z.optional(alone.actualGallons) };

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
 * Refuses every field that is not of the role by name, and fields that belong to different
 * actions: a call changes the status, or the time and dock, or the order.
 */
function oneAction(
  statuses: readonly string[],
  groups: readonly Group[],
  companions: Readonly<Record<string, readonly string[]>> = COMPANIONS,
) {
  const known = new Set([
    'status',
    ...groups.flat(),
    ...statuses.flatMap((s) => companions[s] ?? []),
  ]);
  return z.looseObject({ id: idSchema }).check((ctx) => {
    const { status } = ctx.value as { status?: unknown };
    const given = Object.keys(ctx.value).filter(
      (name) => name !== 'id' && name !== 'status' && name !== 'version',
    );
    const refuse = (message: string, field: string) => {
      ctx.issues.push({ code: 'custom', message, path: [field], input: ctx.value });
    };
    const foreign = given.find((name) => !known.has(name));
    if (foreign !== undefined) return refuse(STAFF_PATCH_MESSAGES.notHere(foreign), foreign);
    if (status === undefined && given.length === 0) {
      return refuse(STAFF_PATCH_MESSAGES.nothing, 'id');
    }
    if (status !== undefined && !statuses.includes(String(status))) {
      return refuse(STAFF_PATCH_MESSAGES.status, 'status');
    }
    const group =
      status === undefined
        ? groups.find((names) => names.includes(given[0] ?? ''))
        : companions[String(status)];
    const apart = given.find((name) => !group?.includes(name));
    if (apart !== undefined) refuse(STAFF_PATCH_MESSAGES.apart(apart), apart);
  });
}

const STAFF_STATUSES = ['confirmed', 'scheduled', 'en_route', 'completed', 'cancelled'] as const;
const DRIVER_STATUSES = ['scheduled', 'en_route', 'completed'] as const;

export const staffPatchFields = {
  status: z.optional(z.enum(STAFF_STATUSES, STAFF_PATCH_MESSAGES.status)),
  noCardReason: z.optional(noteText),
  reason: z.optional(noteText),
  ...completion,
  ...move,
  ...details,
};

/** A change by staff from outside: a status, or time and dock, or the order. */
export const staffPatchSchema = z.pipe(
  oneAction(STAFF_STATUSES, [Object.keys(move), Object.keys(details)]),
  inUnits(z.object({ id: idSchema, version: versionSchema, ...staffPatchFields })),
);
export type StaffPatch = z.infer<typeof staffPatchSchema>;

export const driverPatchFields = {
  status: z.enum(DRIVER_STATUSES, STAFF_PATCH_MESSAGES.status),
  ...completion,
};

/** A change by a driver from outside: on the way, not yet after all, or delivered. */
export const driverPatchSchema = z.pipe(
  oneAction(DRIVER_STATUSES, [], { ...COMPANIONS, scheduled: [] }),
  inUnits(z.object({ id: idSchema, version: versionSchema, ...driverPatchFields })),
);
export type DriverPatch = z.infer<typeof driverPatchSchema>;
