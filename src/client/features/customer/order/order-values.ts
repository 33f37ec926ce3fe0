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

/** What the form asks for a new booking alone. */
const NOT_TYPED = { promoCode: '', customerPhone: '', customerEmail: '' };
type AskedOnce = keyof typeof NOT_TYPED;

/** The order form as it is typed, with every field of an order. */
export type OrderFormValues = Required<Omit<TypedOrderForm, AskedOnce>>;
/** The same for a new booking, with how a guest is reached and the promo code. */
export type BookingFormValues = Required<TypedOrderForm>;
/** The fields of the order in it. */
export type OrderValues = Omit<OrderFormValues, 'date' | 'time'>;

const sameInForm = Object.entries(EMPTY_ORDER).filter(([field]) => givenNameOf(field) === field);
/** An empty order without what is typed in another unit: the compiler asks for each of those. */
export const EMPTY_CHOICES = Object.fromEntries(sameInForm) as Omit<typeof EMPTY_ORDER, StoredName>;

/** Neither a boat nor a dock of the account. */
const NOTHING_CHOSEN = { boatId: null, dockId: null };

/** A blank form with the known preferences of the customer. */
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

/** A blank form for a new booking, with how a guest was reached last. */
export function blankBooking(
  me: Me | null,
  contact: Contact,
  guest?: Partial<Pick<BookingFormValues, 'customerPhone' | 'customerEmail'>>,
): BookingFormValues {
  return { ...blankValues(me, contact), ...NOT_TYPED, ...guest };
}

/** The typed fields of an order, apart from those of a new booking alone. */
export function orderValuesOf({
  promoCode: _code,
  customerPhone: _phone,
  customerEmail: _email,
  ...order
}: Partial<TypedOrderForm>) {
  return order;
}

type Booked = Order & Pick<OrderFormValues, 'date' | 'time' | 'boatId' | 'dockId'>;

/** An appointment as the form shows it, for a change or to be booked once more. */
export function valuesOf(appointment: Booked): OrderFormValues {
  const { estimatedGallonsTenths, ...order } = orderOf(appointment);
  return {
    ...order,
    ...{ boatId: appointment.boatId, dockId: appointment.dockId },
    ...{ date: appointment.date, time: appointment.time },
    estimatedGallons: estimatedGallonsTenths > 0 ? formatGallons(estimatedGallonsTenths) : '',
  };
}

/** The typed fields of a draft, of those that the form has. */
export function typedValues(kept: Record<string, unknown>): Partial<OrderFormValues> {
  const blank = blankValues(null, {});
  const isChoice = (value: unknown) =>
    value === null || typeof value === 'boolean' || Number.isInteger(value);
  const isTyped = ([name, value]: [string, unknown]) =>
    name in blank && (typeof value === 'string' || isChoice(value));
  return Object.fromEntries(Object.entries(kept).filter(isTyped));
}

/** The values with those of `next` in every blank field. */
export function withBlanksFilled<Values extends OrderFormValues>(
  values: Values,
  next: Values,
): Values {
  const typed = Object.entries(values).filter(([, value]) => value !== '' && value !== null);
  return { ...next, ...Object.fromEntries(typed) };
}

/** What of an order is typed in another unit, or may be out of range. */
type Amounts = Pick<OrderItems, 'estimatedGallonsTenths' | 'smallIceBags' | 'largeIceBags'>;

/** The order as typed so far, for its price; null while one of its amounts cannot be ordered. */
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
