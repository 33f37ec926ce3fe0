import { expect, test } from 'bun:test';
import { withDecimalPoint } from './use-typed-number';

test.each([
  ['4,16', '4.16'],
  ['6,5', '6.5'],
  ['6,', '6.'],
  ['$4,1', '$4.1'],
  ['.5', '0.5'],
  [',5', '0.5'],
  [' 12.5 ', '12.5'],
])('a decimal comma is a point: %p is %p', (typed, read) => {
  expect(withDecimalPoint(typed)).toBe(read);
});

test.each(['1,234', '-5', '1,2,3', '6.5.', '12 gal', ''])('%p stays as it is typed', (typed) => {
  expect(withDecimalPoint(typed)).toBe(typed);
});
