import type { OrderText } from '../order/order';
import type { AuditThing } from './things';
import type { AuditValues } from './values';

/** The part of an entry that is a person's own, and goes when the person is erased. */
export type AuditDetails = {
  actorName?: string;
  before?: AuditValues;
  after?: AuditValues;
};

/** The compiler asks for each field of an order that takes any text. */
const ORDER_TEXTS: Record<OrderText, true> = { location: true, slipNumber: true };

/** The columns that say who a person is, how to reach them, where they are, or what was written of them. */
const PERSONAL_COLUMNS: ReadonlySet<string> = new Set([
  'username',
  'fullName',
  'email',
  'phone',
  'address',
  'boatName',
  'fillerPlace',
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerAddress',
  'latitude',
  'longitude',
  'note',
  'text',
  'userAgent',
  'search',
  ...Object.keys(ORDER_TEXTS),
]);

/** Values of the business and its staff, such as its phone number, belong to no customer. */
const OF_THE_BUSINESS: ReadonlySet<AuditThing> = new Set([
  'support',
  'prices',
  'promo',
  'slots',
  'driver',
  'emergency',
  'sign_in',
]);

/** Parts the values of an entry into those that anyone may keep and those of a person. */
export function partPersonal(
  thing: AuditThing,
  values: AuditValues | undefined,
): { kept: AuditValues | undefined; personal: AuditValues | undefined } {
  if (!values || OF_THE_BUSINESS.has(thing)) return { kept: values, personal: undefined };
  const all = Object.entries(values);
  const isPersonal = ([column, value]: [string, unknown]) =>
    PERSONAL_COLUMNS.has(column) && value !== null && value !== undefined;
  const personal = all.filter(isPersonal);
  return {
    kept: Object.fromEntries(all.filter((one) => !isPersonal(one))),
    personal: personal.length > 0 ? Object.fromEntries(personal) : undefined,
  };
}
