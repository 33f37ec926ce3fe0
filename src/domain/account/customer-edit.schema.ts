import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { blankIs, clearableText, idSchema, requiredText } from '../fields';
import { PROFILE_MESSAGES } from './profile';
import { emailSchema, phoneSchema } from './sign-in.schema';

const contact = {
  fullName: z.optional(requiredText(PROFILE_MESSAGES.fullName, 120)),
  // Some customers have no email address or no phone number, so the form may leave them blank.
  email: z.optional(blankIs(undefined, z.optional(emailSchema(PROFILE_MESSAGES.email)))),
  phone: z.optional(blankIs(undefined, z.optional(phoneSchema(PROFILE_MESSAGES.phone)))),
  address: z.optional(clearableText(200)),
};

/** The form's fields. An omitted field, and a blank email or phone, is unchanged. */
export const customerContactSchema = z.object(contact);

/** A change by staff to a customer's contact details. */
export const customerEditSchema = z.object({ id: idSchema, ...contact, read: readSchema });
export type CustomerEdit = z.infer<typeof customerEditSchema>;

/** One of a customer's boats or docks. */
export const customerItemSchema = z.object({ customerId: idSchema, id: idSchema });
