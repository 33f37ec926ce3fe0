import { describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { EMPTY_ORDER } from '@/domain/order/order';
import { quote } from '@/domain/pricing/quote';
import { givenNameOf } from '@/domain/units';
import { isSameRequest } from './attempt';
import { missingContact, missingGuestContact } from './customer-contact';
import { orderResolver } from './order-resolver';
import { blankValues, orderSoFar, typedValues, withBlanksFilled } from './order-values';
import { firstError } from './use-order-form';

const blank = blankValues(null, {});
const filled = {
  ...blank,
  date: '2026-06-13',
  time: '10:00 AM - 12:00 PM',
  location: 'Eagle Point',
  estimatedGallons: '12',
};

const check = (values: typeof blank) =>
  orderResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });

describe('the order form', () => {
  test('reports the first missing field, in the order of the fields', async () => {
    const first = async (values: typeof blank) => {
      const { title, field } = firstError((await check(values)).errors);
      return [title, field];
    };
    expect(await first(blank)).toEqual(['Missing Information', 'date']);
    expect(await first({ ...filled, time: '', location: '' })).toEqual([
      'Missing Information',
      'time',
    ]);
    expect(await first({ ...filled, location: '  ' })).toEqual(['Missing Location', 'location']);
    expect(await first({ ...filled, estimatedGallons: '' })).toEqual([
      'No Items Selected',
      'estimatedGallons',
    ]);
    expect(await first({ ...filled, estimatedGallons: '71' })).toEqual([
      'Missing Information',
      'estimatedGallons',
    ]);
  });

  test('is sent with whole gallons', async () => {
    expect((await check(filled)).values).toMatchObject({
      estimatedGallons: 12,
      fuelType: 'Regular',
    });
    const ice = { ...filled, estimatedGallons: '', smallIceBags: 2 };
    expect((await check(ice)).values).toMatchObject({ estimatedGallons: 0, smallIceBags: 2 });
  });

  const price = { priceList: null, unitPriceCents: cents(410), testMode: false };
  const priced = Object.keys(EMPTY_ORDER).filter(
    (field) => quote({ ...EMPTY_ORDER, [field]: 10 }, price).totalCents > 0,
  );

  test.each(priced)('has no total while it refuses what is typed as %s', async (field) => {
    const name = givenNameOf(field) as keyof typeof blank;
    for (const amount of [1_000_000, -1]) {
      const typed = { ...filled, [name]: typeof blank[name] === 'string' ? `${amount}` : amount };
      expect(Object.keys((await check(typed)).errors)).toEqual([name]);
      expect(orderSoFar(typed)).toBeNull();
    }
  });

  test('restores its own fields from a draft, and nothing else', () => {
    const typed = { ...filled, slipNumber: 'B7' };
    const kept = JSON.parse(JSON.stringify({ ...typed, fromAnOlderForm: 'x' }));
    expect(typedValues(kept)).toEqual(typed);
  });

  test('keeps typed fields when a customer signs in, and fills the blank ones', () => {
    const next = { ...blank, location: '12 Lake Road', fuelType: 'Premium' as const };
    expect(withBlanksFilled({ ...blank, estimatedGallons: '12' }, next)).toEqual({
      ...blank,
      location: '12 Lake Road',
      estimatedGallons: '12',
    });
    expect(withBlanksFilled(filled, next).location).toBe('Eagle Point');
  });
});

test('a profile needs an email, a phone number, and a name, in this order', () => {
  const whole = {
    customerEmail: 'pat@example.com',
    customerPhone: '(269) 555-0142',
    customerName: 'Pat',
  };
  expect(missingContact({})?.title).toBe('Email Required');
  expect(missingContact({ ...whole, customerPhone: '555' })?.title).toBe('Phone Number Required');
  expect(missingContact({ ...whole, customerName: ' P ' })?.title).toBe('Full Name Required');
  expect(missingContact(whole)).toBeNull();
});

test('a guest needs only a phone number, or else an account', () => {
  const title = (customerPhone: string, customerEmail?: string) =>
    missingGuestContact({ customerPhone, customerEmail })?.title;
  expect(title('')).toBe('Account Required');
  expect(title('', 'pat@example.com')).toBe('Account Required');
  expect(title('555')).toBe('Phone Number Required');
  expect(title('269 555 0142', 'pat')).toBe('Email Required');
  expect(title('269 555 0142')).toBeUndefined();
  expect(title('269 555 0142', 'pat@example.com')).toBeUndefined();
});

test('two requests are the same only if every field is the same', () => {
  const request = { ...filled, estimatedGallons: 12 };
  expect(isSameRequest(request, { ...request })).toBe(true);
  expect(isSameRequest(request, { ...request, estimatedGallons: 13 })).toBe(false);
});
