import { describe, expect, test } from 'bun:test';
import { idSchema } from '../fields';
import { ORDER_FIELDS } from '../order/order';
import { promoCodeSchema } from '../pricing/promos.schema';
import { TIME_SLOTS } from '../slots/time-slots';
import { givenNameOf, storedValueOf } from '../units';
import { cancellationSchema } from './appointment.schema';
import { orderFormSchema } from './book.schema';
import { bookAppointmentSchema, modificationSchema } from './book-call.schema';
import { APPOINTMENT_MESSAGES } from './messages';

/** A minimal order. */
const least = {
  date: '2026-06-13',
  time: '10:00 AM - 12:00 PM',
  location: 'Dock 4',
  estimatedGallons: 20,
};
const { estimatedGallons: _, ...withoutGallons } = least;
const read = {
  ...withoutGallons,
  estimatedGallonsTenths: 200,
  slipNumber: null,
  driverNote: null,
  fuelType: 'Regular' as const,
  fillUp: false,
  canType: 'service' as const,
  smallIceBags: 0,
  mediumIceBags: 0,
  largeIceBags: 0,
};

/** Returns the messages about a field, in order. */
function refusals(input: unknown): string[] {
  const outcome = bookAppointmentSchema.safeParse(input);
  return (outcome.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

const WHEN = 'Please select both date and time for your delivery.';
const WHERE = 'Please enter a delivery address.';
const WHAT = 'Please select fuel gallons or ice bags for delivery.';
const GALLONS = 'Gallons must be a whole number from 0 to 70.';
const BAGS = 'Ice bags must be a whole number from 0 to 50.';

describe('a booking', () => {
  test('needs a date, a time, a dock, and an item, and the rest has defaults', () => {
    expect(bookAppointmentSchema.parse(least)).toEqual(read);
    expect(
      bookAppointmentSchema.parse({ ...least, estimatedGallons: undefined, smallIceBags: 1 }),
    ).toEqual({ ...read, estimatedGallonsTenths: 0, smallIceBags: 1 });
  });

  test('reports missing fields in form order', () => {
    expect(refusals({})).toEqual([`date: ${WHEN}`, `time: ${WHEN}`, `location: ${WHERE}`]);
    expect(refusals({ ...least, estimatedGallons: 0 })).toEqual([`estimatedGallons: ${WHAT}`]);
  });

  test.each<[string, unknown, string]>([
    ['date', undefined, WHEN],
    ['date', null, WHEN],
    ['date', '', WHEN],
    ['date', 20_260_613, WHEN],
    ['date', '2026-02-30', WHEN],
    ['date', '06/13/2026', WHEN],
    ['date', '2026-06-13T10:00:00Z', WHEN],
    ['time', undefined, WHEN],
    ['time', null, WHEN],
    ['time', '', WHEN],
    ['time', '4:05 PM - 6:00 PM', WHEN],
    ['time', 0, WHEN],
    ['location', undefined, WHERE],
    ['location', null, WHERE],
    ['location', '', WHERE],
    ['location', ' \t\n ', WHERE],
    ['location', 4, WHERE],
    ['location', 'x'.repeat(201), 'Please use at most 200 characters for the address.'],
    ['slipNumber', 'x'.repeat(121), 'Please use at most 120 characters.'],
    ['slipNumber', 12, 'Please enter text.'],
    ['driverNote', 'x'.repeat(201), 'Please use at most 200 characters.'],
    ['fuelType', 'Diesel', 'Please select Regular or Premium fuel.'],
    ['fuelType', 'premium', 'Please select Regular or Premium fuel.'],
    ['estimatedGallons', 71, GALLONS],
    ['estimatedGallons', -1, GALLONS],
    ['estimatedGallons', 1.5, GALLONS],
    ['estimatedGallons', '12', GALLONS],
    ['estimatedGallons', Number.NaN, GALLONS],
    ['estimatedGallons', 1e300, GALLONS],
    ['estimatedGallons', null, GALLONS],
    ['canType', 'barrel', 'Please select how the fuel is delivered.'],
    ['smallIceBags', -1, BAGS],
    ['smallIceBags', 51, BAGS],
    ['smallIceBags', 1.5, BAGS],
    ['mediumIceBags', 51, BAGS],
    ['largeIceBags', '2', BAGS],
    ['promoCode', 'ELEVENCHARS', 'Invalid promo code'],
    ['promoCode', 10, 'Invalid promo code'],
    ['customerName', 'x'.repeat(121), 'Please use at most 120 characters.'],
    ['requestId', 'short', 'A request ID needs 8 to 64 characters.'],
  ])('with the %s %p is refused first with the sentence', (field, value, sentence) => {
    expect(refusals({ ...least, [field]: value })[0]).toBe(`${field}: ${sentence}`);
  });

  test.each([0, 1, 70])('takes %p gallons with ice', (estimatedGallons) => {
    const input = { ...least, estimatedGallons, largeIceBags: 50 };
    expect(bookAppointmentSchema.parse(input).estimatedGallonsTenths).toBe(estimatedGallons * 10);
  });

  test('is refused with medium ice only, because that has no price', () => {
    expect(refusals({ ...least, estimatedGallons: 0, mediumIceBags: 3 })).toEqual([
      `estimatedGallons: ${WHAT}`,
    ]);
  });

  test('trims what people type', () => {
    const typed = { ...least, location: '  Dock 4 ', slipNumber: ' B12 ', customerName: ' Sam ' };
    expect(bookAppointmentSchema.parse(typed)).toEqual({
      ...read,
      slipNumber: 'B12',
      driverNote: null,
      customerName: 'Sam',
    });
  });

  test('drops amounts, users, and promo outcomes that a client sends', () => {
    const sent = {
      ...least,
      userId: 'another-user',
      iceTotal: 1,
      deliveryFeeAmount: 0,
      promoCodeUsed: true,
      totalPrice: '0.01',
      status: 'completed',
      testMode: true,
      ['__proto__']: { testMode: true },
    };
    expect(bookAppointmentSchema.parse(sent)).toEqual(read);
  });

  test('is an object', () => {
    for (const input of [null, undefined, 'text', 7, [], [least]]) {
      expect(bookAppointmentSchema.safeParse(input).success).toBe(false);
    }
  });
});

describe('a promo code', () => {
  test.each([
    ['docktest', 'DOCKTEST'],
    [' DockTest ', 'DOCKTEST'],
    ['ten chars!', 'TEN CHARS!'],
    ['', ''],
  ])('%p is read as %p', (typed, code) => {
    expect(promoCodeSchema.parse(typed)).toBe(code);
  });

  test('may be left out of a booking, or null', () => {
    expect(bookAppointmentSchema.parse({ ...least, promoCode: null }).promoCode).toBeNull();
    expect('promoCode' in bookAppointmentSchema.parse(least)).toBe(false);
  });
});

describe('a change to a booking', () => {
  test('is refused like a booking, and needs its id', () => {
    expect(modificationSchema.parse({ id: 'a', ...least })).toEqual({ id: 'a', ...read });
    expect(modificationSchema.safeParse(least).error?.issues[0]?.message).toBe(
      'An ID is required.',
    );
    expect(
      modificationSchema.safeParse({ id: 'a', ...least, estimatedGallons: 0 }).error?.issues[0]
        ?.message,
    ).toBe(WHAT);
  });
});

describe('the order form', () => {
  const typed = { ...least, estimatedGallons: '12' };
  const message = (change: Partial<typeof typed>) =>
    orderFormSchema.safeParse({ ...typed, ...change }).error?.issues[0]?.message;

  test('parses into the same order as the server', () => {
    const sent = orderFormSchema.parse(typed);
    expect(sent).toMatchObject({ estimatedGallons: 12 });
    expect(bookAppointmentSchema.parse(sent)).toMatchObject({ estimatedGallonsTenths: 120 });
  });

  test.each(ORDER_FIELDS.filter((field) => givenNameOf(field) !== field))(
    'sends %s in the unit in which it is typed, and blank as none',
    (field) => {
      const name = givenNameOf(field);
      const read = (text: string) =>
        orderFormSchema.parse({ ...typed, smallIceBags: 1, [name]: text }) as Record<
          string,
          unknown
        >;
      expect(Number(read('2')[name])).toBe(2);
      expect(bookAppointmentSchema.parse(read('2'))[field]).toBe(
        storedValueOf(field, '2') as never,
      );
      expect(bookAppointmentSchema.parse(read(''))[field]).toBe(0 as never);
    },
  );

  test('accepts digits for gallons, and blank as 0', () => {
    const ice = { ...typed, estimatedGallons: ' ', smallIceBags: 2 };
    expect(orderFormSchema.parse(ice)).toMatchObject({ estimatedGallons: 0, smallIceBags: 2 });
    expect(message({ estimatedGallons: '' })).toBe(WHAT);
    for (const estimatedGallons of ['71', '12.5', '-1', 'all']) {
      expect(message({ estimatedGallons })).toBe(GALLONS);
    }
  });

  test('parses the promo code and the contact like a booking, without adding any', () => {
    const asked = { promoCode: ' lake ', customerPhone: ' 269 555 0177 ', customerEmail: '' };
    const sent = orderFormSchema.parse({ ...typed, ...asked });
    expect(sent).toMatchObject({
      promoCode: 'LAKE',
      customerPhone: '269 555 0177',
      customerEmail: '',
    });
    expect(bookAppointmentSchema.parse(sent)).toMatchObject({ promoCode: 'LAKE' });
    for (const name of Object.keys(asked))
      expect(orderFormSchema.parse(typed)).not.toHaveProperty(name);
  });

  test('needs a date and one of our time windows', () => {
    expect(message({ date: '' })).toBe(APPOINTMENT_MESSAGES.dateAndTime);
    expect(message({ time: '' })).toBe(APPOINTMENT_MESSAGES.dateAndTime);
  });
});

test('ids have 1 to 64 characters', () => {
  for (const id of ['', 'x'.repeat(65), 7, null, undefined]) {
    expect(idSchema.safeParse(id).error?.issues[0]?.message).toBe('An ID is required.');
  }
  expect(idSchema.parse('x'.repeat(64))).toHaveLength(64);
});

test('a reason to cancel is short', () => {
  expect(cancellationSchema.parse({ id: 'a', reason: ' Rain ' }).reason).toBe('Rain');
  expect(cancellationSchema.safeParse({ id: 'a', reason: 'x'.repeat(301) }).success).toBe(false);
});

test('every time window can be selected by its label', () => {
  const labels = TIME_SLOTS.map((window) => window.label);
  expect(labels).toEqual(['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM']);
  for (const time of labels) {
    expect(bookAppointmentSchema.safeParse({ ...least, time }).success).toBe(true);
  }
});
