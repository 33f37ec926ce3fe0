import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import { DELIVERY_METHODS, FUEL_CAPACITY } from '@/domain/account/profile';
import { ROLES } from '@/domain/roles';
import type { AppRouter } from '@/server/trpc';
import { described, instant, named, text } from '../described.schema';
import { canType, fuelType } from './appointments';

const contact = {
  id: z.string(),
  username: z.string(),
  fullName: text,
  email: text,
  phone: text,
  address: text,
};
const preferences = {
  boatName: text,
  boatType: text,
  preferredFuelType: fuelType,
  preferredCanType: canType,
  deliveryMethod: z.enum(DELIVERY_METHODS),
};
const role = named(
  'Role',
  described(
    z.enum(ROLES),
    'An owner has the role `admin`. The other people in the office are dispatchers, accountants, and viewers. Users with the role `former` can’t sign in.',
  ),
);
const fuelCapacity = described(z.int(), 'Gallons of fuel that the boat usually takes.');

/** A user. Secrets such as the password hash never leave the server. */
export const user = named(
  'User',
  z.object({
    ...contact,
    ...preferences,
    role,
    driverId: z.nullable(z.int()),
    typicalFuelCapacity: z.nullable(fuelCapacity),
    preferencesSavedAt: z.nullable(instant),
    emailProvenAt: described(z.nullable(instant), 'Null if the address isn’t verified.'),
    billTo: z.optional(
      described(z.string(), 'Whom we bill by invoice. Omitted without a house account.'),
    ),
    pendingEmail: described(text, 'The new address, which takes effect once it’s verified.'),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** Someone who signed in as staff. */
export const staffUser = named(
  'StaffUser',
  z.object({ role, fullName: text, username: z.string() }),
);

export const authStatus = named(
  'AuthStatus',
  z.object({
    authenticated: z.boolean(),
    user: z.nullable(z.object({ id: z.string() })),
  }),
);

export const adminStatus = named(
  'AdminStatus',
  z.object({
    isAdmin: z.boolean(),
    user: z.nullable(z.object({ id: z.string(), name: z.string() })),
  }),
);

/** A profile with the API's field names. The address has two, `address` and `preferredAddress`. */
export const profile = named(
  'Profile',
  z.object({
    ...contact,
    ...preferences,
    preferredAddress: text,
    typicalFuelCapacity: fuelCapacity,
  }),
);

/** Converts a user to a profile, with the address under both names. */
export function toProfile(view: inferRouterOutputs<AppRouter>['auth']['updateProfile']) {
  return {
    id: view.id,
    username: view.username,
    fullName: view.fullName,
    email: view.email,
    phone: view.phone,
    address: view.address,
    preferredAddress: view.address,
    boatName: view.boatName,
    boatType: view.boatType,
    preferredFuelType: view.preferredFuelType,
    preferredCanType: view.preferredCanType,
    typicalFuelCapacity: view.typicalFuelCapacity ?? FUEL_CAPACITY.default,
    deliveryMethod: view.deliveryMethod,
  };
}
