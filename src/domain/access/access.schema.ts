import * as z from 'zod/mini';
import { driverIdSchema, requiredText } from '../fields';

/** Maximum length of the name of a key or a link. */
export const MAX_ACCESS_NAME_LENGTH = 60;

/** The access of a key: read, or read and write. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

const NAME = `Please enter a name of up to ${MAX_ACCESS_NAME_LENGTH} characters.`;
const name = requiredText(NAME, MAX_ACCESS_NAME_LENGTH, NAME);

/** Additional scopes of a key: see people, export whole lists, and make refunds. */
export const KEY_EXTRAS = ['people', 'export', 'refund'] as const;
export type KeyExtra = (typeof KEY_EXTRAS)[number];

/**
 * True if a key with these additional scopes also has the wanted scope. A key that exports lists
 * also sees people, because the lists contain people. That includes keys created before the
 * `people` scope existed.
 */
export const grants = (extras: readonly KeyExtra[], wanted: KeyExtra): boolean =>
  extras.includes(wanted) || (wanted === 'people' && extras.includes('export'));

const EXPORTS_PEOPLE = 'The export scope also needs the people scope. Select both, or neither.';

const extras = z.array(z.enum(KEY_EXTRAS, 'Please select people, export, or refund.')).check(
  z.maxLength(KEY_EXTRAS.length, 'Please select each scope only once.'),
  z.refine((chosen) => !chosen.includes('export') || chosen.includes('people'), EXPORTS_PEOPLE),
);

export const newApiKeySchema = z.object({
  name,
  scope: z.enum(KEY_SCOPES, 'Please select read or write.'),
  extras: z._default(extras, []),
});

/** If `driverId` is null, the link shows all deliveries, for the operator. */
export const newFeedLinkSchema = z.object({
  name,
  driverId: z._default(z.nullable(driverIdSchema), null),
});
