import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { blankIsNull, clearableText, requiredText, text, typedWholeNumber } from '../fields';
import { orderFields } from '../order/order.schema';
import { passwordAgainSchema } from './email-address';
import { emailSchema, phoneSchema } from './sign-in.schema';

export const DELIVERY_METHODS = ['boat', 'cans'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

/** Typical fuel capacity of a boat, in gallons. */
export const FUEL_CAPACITY = { min: 1, max: 200, default: 25 } as const;

/** Error messages shared by the account page's form and the server. */
export const PROFILE_MESSAGES = {
  username: 'Please enter a username.',
  fullName: 'Full name is required',
  email: 'Valid email is required',
  phone: 'Valid phone number is required',
  fuelCapacity: `Fuel capacity must be a whole number from ${FUEL_CAPACITY.min} to ${FUEL_CAPACITY.max}.`,
  deliveryMethod: 'Please select the boat or gas cans.',
} as const;

/** A number or typed digits. Blank and null clear it. */
export const fuelCapacitySchema = blankIsNull(
  typedWholeNumber(FUEL_CAPACITY.min, FUEL_CAPACITY.max, PROFILE_MESSAGES.fuelCapacity),
);

/** Names that forms use for a person's address. The first one sent counts. */
export const ADDRESS_NAMES = [
  'address',
  'homeAddress',
  'preferredAddress',
  'customerAddress',
] as const;

const address = z.optional(clearableText(200));

/**
 * A change to a profile. Omitted fields are unchanged. Contact details and names can't be blank,
 * but the address, boat, and capacity can. Any of the address's names is accepted.
 */
export const profileSchema = z.pipe(
  z.object({
    username: z.optional(requiredText(PROFILE_MESSAGES.username, 60)),
    fullName: z.optional(requiredText(PROFILE_MESSAGES.fullName, 120)),
    email: z.optional(emailSchema(PROFILE_MESSAGES.email)),
    phone: z.optional(phoneSchema(PROFILE_MESSAGES.phone)),
    address,
    homeAddress: address,
    preferredAddress: address,
    customerAddress: address,
    boatName: z.optional(clearableText(60)),
    boatType: z.optional(clearableText(60)),
    preferredFuelType: z.optional(orderFields.fuelType),
    typicalFuelCapacity: z.optional(fuelCapacitySchema),
    preferredCanType: z.optional(orderFields.canType),
    deliveryMethod: z.optional(z.enum(DELIVERY_METHODS, PROFILE_MESSAGES.deliveryMethod)),
    read: readSchema,
    currentPassword: passwordAgainSchema,
  }),
  z.transform((profile) => {
    const { homeAddress, preferredAddress, customerAddress, ...same } = profile;
    const given = ADDRESS_NAMES.find((name) => profile[name] !== undefined);
    return given ? { ...same, address: profile[given] } : same;
  }),
);
export type ProfileChanges = z.infer<typeof profileSchema>;

/** True if a change sets a different name or email address. */
export function changesIdentity(
  current: { username: string; fullName: string | null; email: string | null },
  { username, fullName, email }: ProfileChanges,
): boolean {
  const isNew = (sent: string | undefined, now: string | null) =>
    sent !== undefined && sent !== now;
  return (
    isNew(username, current.username) ||
    isNew(fullName, current.fullName) ||
    isNew(email, current.email)
  );
}

const PREFERENCES = [
  'preferredFuelType',
  'typicalFuelCapacity',
  'deliveryMethod',
] as const satisfies (keyof ProfileChanges)[];

/**
 * True if a change sets preferences, so that they count as chosen by the customer. A can type alone
 * doesn't count, because the delivery method would still be the default, and would override the can
 * type.
 */
export function savesPreferences(changes: ProfileChanges): boolean {
  return PREFERENCES.some((name) => changes[name] !== undefined);
}

/** The Profile tab of the account page. Contact details are required, and the rest is optional. */
export const accountProfileSchema = z.object({
  currentPassword: passwordAgainSchema,
  fullName: requiredText(PROFILE_MESSAGES.fullName, 120),
  email: emailSchema(PROFILE_MESSAGES.email),
  phone: phoneSchema(PROFILE_MESSAGES.phone),
  address: text(200),
  boatName: text(60),
  boatType: text(60),
});

/** The Preferences tab of the account page. A blank capacity clears it. */
export const preferencesSchema = z.object({
  preferredFuelType: orderFields.fuelType,
  typicalFuelCapacity: fuelCapacitySchema,
  deliveryMethod: z.enum(DELIVERY_METHODS, PROFILE_MESSAGES.deliveryMethod),
});
