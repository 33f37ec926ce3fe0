import { expect, test } from 'bun:test';
import {
  cardHasExpired,
  cardName,
  expiryForDelivery,
  expiryNote,
  expiryText,
  isExpiredBy,
} from './card';

const november = { expMonth: 11, expYear: 2026 };

test('a card works through the last day of its month', () => {
  expect(isExpiredBy(november, '2026-11-30')).toBe(false);
  expect(isExpiredBy(november, '2026-12-01')).toBe(true);
  expect(isExpiredBy({ expMonth: 2, expYear: 2027 }, '2026-12-31')).toBe(false);
  expect(isExpiredBy({ expMonth: 12, expYear: 2025 }, '2026-01-01')).toBe(true);
});

test('a card with an unknown expiry has no note', () => {
  expect(isExpiredBy({ expMonth: null, expYear: null }, '2099-01-01')).toBe(false);
  expect(expiryText({ expMonth: null, expYear: null })).toBeNull();
});

test('is formatted as on the card', () => {
  expect(expiryText(november)).toBe('11/26');
  expect(expiryText({ expMonth: 3, expYear: 2031 })).toBe('03/31');
});

test('shows whether it has expired by a date', () => {
  expect(expiryNote(november, '2026-11-30')).toBe('Expires 11/26');
  expect(expiryNote(november, '2026-12-01')).toBe('Expired 11/26');
  expect(expiryNote({ expMonth: null, expYear: null }, '2026-12-01')).toBeNull();
});

test('warns if it expires before a delivery', () => {
  expect(expiryForDelivery(november, '2026-11-30')).toBe('Expires 11/26');
  expect(expiryForDelivery(november, '2026-12-01')).toBe('Expires 11/26, before this delivery');
});

test('has a name', () => {
  expect(cardName({ brand: 'visa', last4: '4242' })).toBe('Visa ending in 4242');
  expect(cardName({ brand: null, last4: null })).toBe('Card');
  expect(cardHasExpired({ brand: 'visa', last4: '4242' })).toBe(
    'Your Visa ending in 4242 has expired. Use another card.',
  );
});
