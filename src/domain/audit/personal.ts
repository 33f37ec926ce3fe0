import type { OrderText } from '../order/order';
import type { AuditThing } from './things';
import type { AuditValues } from './values';

/** An entry's personal values. They're deleted when the person is erased. */
export type AuditDetails = {
  actorName?: string;
  before?: AuditValues;
  after?: AuditValues;
};

/** The type requires every text field of an order to be listed here. */
const ORDER_TEXTS: Record<OrderText, true> = { location: true, slipNumber: true, driverNote: true };

/** Columns with a person's identity, contact, or location, or with notes about them. */
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
  'tag',
  'userAgent',
  'search',
  'certificate',
  ...Object.keys(ORDER_TEXTS),
]);

/** Values about the business and its staff, such as its phone number, aren't personal. */
const OF_THE_BUSINESS: ReadonlySet<AuditThing> = new Set([
  'support',
  'prices',
  'taxes',
  'promo',
  'discount',
  'place',
  'truck',
  'closing',
  'slots',
  'driver',
  'emergency',
  'sign_in',
]);

/** Separates an entry's values into general ones and a person's own. */
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
    kept: Object.fromEntries(all.filter((entry) => !isPersonal(entry))),
    personal: personal.length > 0 ? Object.fromEntries(personal) : undefined,
  };
}
