import { expect, test } from 'bun:test';
import { stepped, withDecimalPoint } from './use-typed-number';

test.each([
  ['4,16', '4.16'],
  ['6,5', '6.5'],
  ['6,', '6.'],
  ['$4,1', '$4.1'],
  ['.5', '0.5'],
  [',5', '0.5'],
  [' 12.5 ', '12.5'],
])('a decimal comma becomes a point: %p is %p', (typed, read) => {
  expect(withDecimalPoint(typed)).toBe(read);
});

test.each(['1,234', '-5', '1,2,3', '6.5.', '12 gal', ''])('%p stays unchanged', (typed) => {
  expect(withDecimalPoint(typed)).toBe(typed);
});

test('arrow keys step a typed number, but never below 0', () => {
  expect(stepped('3.1', 'ArrowUp', 0.01)).toBe('3.11');
  expect(stepped('', 'ArrowUp', 0.1)).toBe('0.1');
  expect(stepped('0.05', 'ArrowDown', 0.1)).toBe('0.0');
  expect(stepped('3.1', 'Enter', 0.01)).toBeNull();
  expect(stepped('three', 'ArrowUp', 0.01)).toBeNull();
});
