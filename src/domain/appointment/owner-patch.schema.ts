import * as z from 'zod/mini';
import { idSchema, inUnits, versionSchema } from '../fields';
import { shownTotal } from '../pricing/shown-total';
import { ownerFields } from './book-call.schema';

export const PATCH_MESSAGES = {
  notYours: (field: string) => `Customers can’t change ${field}.`,
  status: 'Customers can only change the status to cancelled.',
  alone: 'Cancel a delivery or change it, but not both at once.',
  nothing: 'Send at least one field to change.',
} as const;

/** Fields that may be sent with a change but aren't changes themselves. */
const BESIDE = ['id', 'version', 'expectedTotal'];

/** Rejects each field that a customer can't change by name, instead of silently dropping it. */
const onlyOwnFields = z.looseObject({ id: idSchema }).check((ctx) => {
  const given = Object.keys(ctx.value).filter((name) => !BESIDE.includes(name));
  const foreign = given.find((name) => name !== 'status' && !Object.hasOwn(ownerFields, name));
  const refuse = (message: string, field: string) =>
    ctx.issues.push({ code: 'custom', message, path: [field], input: ctx.value });
  if (foreign !== undefined) refuse(PATCH_MESSAGES.notYours(foreign), foreign);
  else if (given.length === 0) refuse(PATCH_MESSAGES.nothing, 'id');
  else if (given.length > 1 && given.includes('status')) refuse(PATCH_MESSAGES.alone, 'status');
});

export const ownerPatchFields = {
  expectedTotal: shownTotal,
  ...z.partial(z.object(ownerFields)).shape,
  status: z.optional(z.literal('cancelled', PATCH_MESSAGES.status)),
};

/** A partial change to an appointment by its customer. */
export const ownerPatchSchema = z.pipe(
  onlyOwnFields,
  inUnits(z.object({ id: idSchema, version: versionSchema, ...ownerPatchFields })),
);
export type OwnerPatch = z.infer<typeof ownerPatchSchema>;
