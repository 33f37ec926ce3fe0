import type { Contact } from '@/client/lib/contact-store';
import type { Me } from '@/client/lib/session';
import type { TypedOrderForm } from '@/domain/appointment/book.schema';
import { formatGallons, toTenths } from '@/domain/money';
import {
  MAX_GALLONS,
  MAX_ICE_BAGS,
  prefilledCanType,
  prefilledFuelType,
} from '@/domain/order/options';
import { EMPTY_ORDER, type Order, type OrderItems, orderOf } from '@/domain/order/order';
import { givenNameOf, type StoredName } from '@/domain/units';

/** Only a new booking asks for these fields. */
const NOT_TYPED = { promoCode: '', customerPhone: '', customerEmail: '' };
type AskedOnce = keyof typeof NOT_TYPED;

/** The order form's typed values, with every field of an order. */
export type OrderFormValues = Required<Omit<TypedOrderForm, AskedOnce>>;
/** The form of a new booking, which adds a guest's contact details and the promo code. */
export type BookingFormValues = Required<TypedOrderForm>;
/** The fields of the order, without its date and window. */
export type OrderValues = Omit<OrderFormValues, 'date' | 'time'>;

const sameInForm = Object.entries(EMPTY_ORDER).filter(([field]) => givenNameOf(field) === field);
/**
 * An empty order, without the fields that people type in another unit. The compiler requires each
 * of those.
 */
export const EMPTY_CHOICES = Object.fromEntries(sameInForm) as Omit<typeof EMPTY_ORDER, StoredName>;

const NOTHING_CHOSEN = { boatId: null, dockId: null };

/** Returns a blank form with the customer's known preferences. */
export function blankValues(me: Me | null, contact: Contact): OrderFormValues {
  return {
    ...EMPTY_CHOICES,
    ...NOTHING_CHOSEN,
    date: '',
    time: '',
    location: contact.address || me?.address || '',
    fuelType: prefilledFuelType(me?.preferredFuelType),
    estimatedGallons: '',
    canType: me ? prefilledCanType(me) : EMPTY_CHOICES.canType,
  };
}

/** Returns a blank form for a new booking, with the guest's last contact details. */
export function blankBooking(
  me: Me | null,
  contact: Contact,
  guest?: Partial<Pick<BookingFormValues, 'customerPhone' | 'customerEmail'>>,
): BookingFormValues {
  return { ...blankValues(me, contact), ...NOT_TYPED, ...guest };
}

/** Returns the typed fields without those that only a new booking asks for. */
export function orderValuesOf({
  promoCode: _code,
  customerPhone: _phone,
  customerEmail: _email,
  ...order
}: Partial<TypedOrderForm>) {
  return order;
}

type Booked = Order & Pick<OrderFormValues, 'date' | 'time' | 'boatId' | 'dockId'>;

/** Returns the form values of an appointment, to change it or to book it again. */
export function valuesOf(appointment: Booked): OrderFormValues {
  const { estimatedGallonsTenths, ...order } = orderOf(appointment);
  return {
    ...order,
    boatId: appointment.boatId,
    dockId: appointment.dockId,
    date: appointment.date,
    time: appointment.time,
    estimatedGallons: estimatedGallonsTenths > 0 ? formatGallons(estimatedGallonsTenths) : '',
  };
}

/** Returns a draft's typed fields that this version of the form has. */
export function typedValues(draft: Record<string, unknown>): Partial<OrderFormValues> {
  const blank = blankValues(null, {});
  const isChoice = (value: unknown) =>
    value === null || typeof value === 'boolean' || Number.isInteger(value);
  const isTyped = ([name, value]: [string, unknown]) =>
    name in blank && (typeof value === 'string' || isChoice(value));
  return Object.fromEntries(Object.entries(draft).filter(isTyped));
}

/** Fills every blank field with the value in `next`. */
export function withBlanksFilled<Values extends OrderFormValues>(
  values: Values,
  next: Values,
): Values {
  const typed = Object.entries(values).filter(([, value]) => value !== '' && value !== null);
  return { ...next, ...Object.fromEntries(typed) };
}

/** These fields are typed in another unit, or may be out of range. */
type Amounts = Pick<OrderItems, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'>;

/**
 * @returns the order typed so far, for its price, or null if one of its amounts can't be ordered
 */
export function orderSoFar(typed: Partial<OrderFormValues>): OrderItems | null {
  const amounts = amountsOf(typed);
  return amounts && { ...EMPTY_CHOICES, ...typed, ...amounts };
}

function amountsOf(typed: Partial<OrderFormValues>): Amounts | null {
  const { estimatedGallons = '', smallIceBags = 0, largeIceBags = 0 } = typed;
  const gallons = /^\d*$/.test(estimatedGallons) ? Number(estimatedGallons) : Number.NaN;
  const isRight =
    isCount(gallons, MAX_GALLONS) &&
    isCount(smallIceBags, MAX_ICE_BAGS) &&
    isCount(largeIceBags, MAX_ICE_BAGS);
  return isRight ? { estimatedGallonsTenths: toTenths(gallons), smallIceBags, largeIceBags } : null;
}

const isCount = (value: number, most: number) =>
  Number.isInteger(value) && value >= 0 && value <= most;
