import { expect, test } from 'bun:test';
import { cents, gallonTenths } from './money';
import { givenNameOf, givenValueOf, storedValueOf } from './units';

test('a stored field has its own name or the caller’s name', () => {
  expect(givenNameOf('estimatedGallonsTenths')).toBe('estimatedGallons');
  expect(givenNameOf('customUnitPriceCents')).toBe('customFuelPrice');
  expect(givenNameOf('location')).toBe('location');
});

test('a value is sent in dollars or gallons, and stored in cents or tenths', () => {
  expect(givenValueOf('customUnitPriceCents', cents(416))).toBe(4.16);
  expect(givenValueOf('estimatedGallonsTenths', gallonTenths(125))).toBe(12.5);
  expect(givenValueOf('smallIceBags', 3)).toBe(3);
  expect(givenValueOf('slipNumber', null)).toBeNull();
  expect(storedValueOf('customUnitPriceCents', 4.16)).toBe(416);
  expect(storedValueOf('customUnitPriceCents', '4.16')).toBe(416);
  expect(storedValueOf('estimatedGallonsTenths', '12.5')).toBe(125);
  expect(storedValueOf('smallIceBags', 3)).toBe(3);
});

test('a value that isn’t an amount is unchanged', () => {
  expect(storedValueOf('customUnitPriceCents', 'much')).toBe('much');
  expect(storedValueOf('estimatedGallonsTenths', true)).toBe(true);
});
