import { expect, test } from 'bun:test';
import { cents } from '../money';
import { cardTerms, firstCardTerms } from './terms';

test('the screen that saves a card shows what is due now and after delivery', () => {
  expect(cardTerms(cents(8_800))).toEqual([
    'Amount due now: $0.00',
    'After delivery, we’ll charge your card about $88.00, for what we actually deliver.',
  ]);
});

test('the first wording stays exactly as customers saw it', () => {
  expect(firstCardTerms(cents(8_800))).toEqual([
    'Amount due now: $0.00',
    'About $88.00 after the delivery, for what you get',
  ]);
  expect(firstCardTerms(null)[1]).toBe(
    'The card is charged after the delivery, for what was really delivered',
  );
});
