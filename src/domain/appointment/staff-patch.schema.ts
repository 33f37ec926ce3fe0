import * as z from 'zod/mini';
import {
  blankIsNull,
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
import { amountFields, fuelAndBoatFields } from './edit.schema';

export const STAFF_PATCH_MESSAGES = {
  notHere: (field: string) => `This call can’t change ${field}.`,
  apart: (field: string) => `Please change ${field} in a separate call.`,
  status: 'Please send a status that a delivery can change to.',
  nothing: 'Send at least one field to change.',
} as const;

/** The fields that move a delivery. Omitted ones are unchanged. */
const move = {
  date: z.optional(calendarDate('Please select a valid date.')),
  time: z.optional(timeSlotLabelSchema('Please select one of the delivery windows.')),
  location: z.optional(orderFields.location),
  slipNumber: z.optional(orderFields.slipNumber),
  driverId: z.nullish(driverIdSchema),
};
export const rescheduleSchema = z.object({
  id: idSchema,
  version: versionSchema,
  ...move,
  /** The reason for exceeding the window's capacity. If it's omitted, full windows are refused. */
  overCapacityReason: z.optional(blankIsNull(noteText)),
});
export type RescheduleInput = z.infer<typeof rescheduleSchema>;

const details = { ...z.partial(z.object(amountFields)).shape, ...fuelAndBoatFields };

// Staff correct the number of bags in the dialog, or by changing the order.
const { smallIceBags: _small, largeIceBags: _large, ...alone } = completionFields;
const completion = { ...alone, actualGallons: z.optional(alone.actualGallons) };

/** The fields that may accompany each status. */
const COMPANIONS: Record<string, readonly string[]> = {
  confirmed: ['noCardReason'],
  scheduled: ['driverId'],
  en_route: [],
  completed: Object.keys(completion),
  cancelled: ['reason'],
};

type Group = readonly string[];

/**
 * Rejects fields that the role may not send, and names each of them. Also rejects a call with
 * fields of several actions: it may change the status, the time and dock, or the order.
 */
function oneAction(
  statuses: readonly string[],
  groups: readonly Group[],
  companions: Readonly<Record<string, readonly string[]>> = COMPANIONS,
) {
  const allowed = new Set([
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
    const foreign = given.find((name) => !allowed.has(name));
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

/** A change by staff through the API: the status, the time and dock, or the order. */
export const staffPatchSchema = z.pipe(
  oneAction(STAFF_STATUSES, [Object.keys(move), Object.keys(details)]),
  inUnits(z.object({ id: idSchema, version: versionSchema, ...staffPatchFields })),
);
export type StaffPatch = z.infer<typeof staffPatchSchema>;

export const driverPatchFields = {
  status: z.enum(DRIVER_STATUSES, STAFF_PATCH_MESSAGES.status),
  ...completion,
};

/** A change by a driver through the API: en route, back to scheduled, or delivered. */
export const driverPatchSchema = z.pipe(
  oneAction(DRIVER_STATUSES, [], { ...COMPANIONS, scheduled: [] }),
  inUnits(z.object({ id: idSchema, version: versionSchema, ...driverPatchFields })),
);
export type DriverPatch = z.infer<typeof driverPatchSchema>;
