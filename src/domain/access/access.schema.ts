import * as z from 'zod/mini';
import { driverIdSchema, requiredText } from '../fields';

/** The most characters of the name of a key or a link. */
export const MAX_ACCESS_NAME_LENGTH = 60;

/** What a key may do: read, or read and write. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

const NAME = `Please enter a name of up to ${MAX_ACCESS_NAME_LENGTH} characters.`;
const name = requiredText(NAME, MAX_ACCESS_NAME_LENGTH, NAME);

export const newApiKeySchema = z.object({
  name,
  scope: z.enum(KEY_SCOPES, 'Please choose read or write.'),
});

/** `driverId` null means all deliveries, for the operator. */
export const newCalendarLinkSchema = z.object({
  name,
  driverId: z._default(z.nullable(driverIdSchema), null),
});
