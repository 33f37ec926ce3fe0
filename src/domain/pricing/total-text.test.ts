import { expect, test } from 'bun:test';
import { cents } from '../money';
import { consentText, dueLaterText } from '../payment/terms';
import { totalText } from './total-text';

test('a fill-up has a highest total, and other orders have an approximate one', () => {
  expect(totalText({ fillUp: true }, cents(31_200))).toBe('at most $312.00');
  expect(totalText({ fillUp: false }, cents(10_700))).toBe('about $107.00');
});

test('the terms of the card use the same words', () => {
  const fillUp = { operator: 'Dockside', estimateCents: cents(31_200), fillUp: true };
  expect(dueLaterText(cents(31_200), true)).toContain('your card at most $312.00');
  expect(consentText({ ...fillUp, mostCents: cents(33_250) })).toContain(
    'at most $312.00, or up to $332.50 if your tank takes more',
  );
});
