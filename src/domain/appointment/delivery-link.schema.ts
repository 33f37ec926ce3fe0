import * as z from 'zod/mini';
import { emailSchema } from '../account/sign-in.schema';
import { idSchema, notFarOver } from '../fields';
import { plainDigits } from '../folding';
import { LINK_MESSAGES } from './delivery-link';

/** A delivery link's token, or a guest's key. */
export const manageTokenSchema = z.object({
  token: z
    .string('The link is incomplete.')
    .check(z.minLength(1, 'The link is incomplete.'), z.maxLength(200, 'The link is too long.')),
});

/** The last digits of an appointment's phone number. */
export const phoneProofSchema = z.object({
  id: idSchema,
  lastDigits: z
    .string(LINK_MESSAGES.digits)
    .check(
      notFarOver(4, LINK_MESSAGES.digits),
      z.overwrite(plainDigits),
      z.regex(/^\d{4}$/, LINK_MESSAGES.digits),
    ),
});

/** The address that a guest wants us to send the link and all later messages to. */
export const linkMailSchema = z.object({ id: idSchema, email: emailSchema() });
