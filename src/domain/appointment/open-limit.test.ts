import { expect, test } from 'bun:test';
import { openLimit, tooManyOnCard, tooManyOpen } from './open-limit';

test('the factor multiplies the limit, and 0 turns it off', () => {
  expect([1, 2, 0.5, 0.01].map(openLimit)).toEqual([6, 12, 3, 1]);
  expect([0, 1_000].map(openLimit)).toEqual([null, null]);
});

test('the error message has a number to call', () => {
  for (const text of [tooManyOpen(6, '(269) 555-0100'), tooManyOnCard(6, '(269) 555-0100')]) {
    expect(text).toContain('6 deliveries');
    expect(text).toEndWith('Please call us to book more. Our number is (269) 555-0100.');
  }
});
