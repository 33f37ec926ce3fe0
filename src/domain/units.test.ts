import { expect, test } from 'bun:test';
import { cents, gallonTenths } from './money';
import { givenNameOf, givenValueOf, storedValueOf } from './units';

test('a stored field is given by its own name, or by the one that people say', () => {
  expect(givenNameOf('estimatedGallonsTenths')).toBe('estimatedGallons');
  expect(givenNameOf('customUnitPriceCents')).toBe('customFuelPrice');
  expect(givenNameOf('location')).toBe('location');
});

test('a value is given in dollars or gallons, and stored in cents or tenths', () => {
  expect(givenValueOf('customUnitPriceCents', cents(416))).toBe(4.16);
  expect(givenValueOf('estimatedGallonsTenths', gallonTenths(125))).toBe(12.5);
  expect(givenValueOf('smallIceBags', 3)).toBe(3);
  expect(givenValueOf('slipNumber', null)).toBeNull();
  expect(storedValueOf('customUnitPriceCents', 4.16)).toBe(416);
  expect(storedValueOf('customUnitPriceCents', '4.16')).toBe(416);
  expect(storedValueOf('estimatedGallonsTenths', '12.5')).toBe(125);
  expect(storedValueOf('smallIceBags', 3)).toBe(3);
});

test('what is no amount stays as it was typed', () => {
  expect(storedValueOf('customUnitPriceCents', 'much')).toBe('much');
  expect(storedValueOf('estimatedGallonsTenths', true)).toBe(true);
});
