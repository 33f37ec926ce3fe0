import { describe, expect, test } from 'bun:test';
import { brandOf, expiryParts, formatField, validateField } from './card-input';

const today = new Date(2026, 10, 20);
const typing = { deleting: false, brand: 'unknown' as const };
const deleting = { deleting: true, brand: 'unknown' as const };

describe('formatting', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242-4242x4242 42429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['36227206271667', '3622 720627 1667'],
    ['3056930009020004', '3056 9300 0902 0004'],
    ['', ''],
  ])('number %s', (typed, shown) => {
    expect(formatField('cardNumber', typed, typing)).toBe(shown);
  });

  test.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['123', '12 / 3'],
    ['12 / 34', '12 / 34'],
    ['12/34', '12 / 34'],
    ['1/34', '01 / 34'],
    ['12/2034', '12 / 34'],
    ['122034', '12 / 34'],
  ])('expiry %s', (typed, shown) => {
    expect(formatField('cardExpiry', typed, typing)).toBe(shown);
  });

  test('a deleted separator stays away', () => {
    expect(formatField('cardExpiry', '12 /', deleting)).toBe('12');
    expect(formatField('cardExpiry', '12 / 3', deleting)).toBe('12 / 3');
  });

  test('the CVC has three digits, four on American Express', () => {
    expect(formatField('cardCvc', '12345', { deleting: false, brand: 'visa' })).toBe('123');
    expect(formatField('cardCvc', '12345', { deleting: false, brand: 'amex' })).toBe('1234');
  });
});

describe('validation', () => {
  const validate = (
    field: Parameters<typeof validateField>[0],
    shown: string,
    brand = 'visa' as const,
  ) => validateField(field, shown, { brand, today });

  test.each([
    ['cardNumber', '4242 4242 4242 4242', true, undefined],
    ['cardNumber', '4242 4242 4242 4241', false, 'Your card number is invalid.'],
    ['cardNumber', '4242', false, undefined],
    ['cardExpiry', '11 / 26', true, undefined],
    ['cardExpiry', '10 / 26', false, "Your card's expiration date is in the past."],
    ['cardExpiry', '12 / 25', false, "Your card's expiration year is in the past."],
    ['cardExpiry', '13', false, "Your card's expiration month is invalid."],
    ['cardExpiry', '12 / 9', false, undefined],
    ['cardCvc', '123', true, undefined],
    ['cardCvc', '12', false, undefined],
  ] as const)('%s %s', (field, shown, complete, message) => {
    const validation = validate(field, shown);
    expect(validation.complete).toBe(complete);
    expect(validation.invalid?.message).toBe(message as string);
  });

  test('each unfinished field has its own message', () => {
    expect(validate('cardNumber', '4').incomplete.message).toBe('Your card number is incomplete.');
    expect(validate('cardExpiry', '').incomplete.message).toBe(
      "Your card's expiration date is incomplete.",
    );
    expect(validate('cardCvc', '').incomplete.message).toBe(
      "Your card's security code is incomplete.",
    );
  });
});

test('the brand is recognized by the prefix', () => {
  const brands = ['4', '51', '2221', '2720', '37', '6011', '36', '35', '62', '9'].map(brandOf);
  expect(brands).toEqual([
    'visa',
    'mastercard',
    'mastercard',
    'mastercard',
    'amex',
    'discover',
    'diners',
    'jcb',
    'unionpay',
    'unknown',
  ]);
});

test('the expiry is split for the API', () => {
  expect(expiryParts('04 / 34')).toEqual({ month: '04', year: '2034' });
});
