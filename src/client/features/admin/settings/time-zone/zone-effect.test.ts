import { expect, test } from 'bun:test';
import { effectSentences } from './zone-effect';

const effect = (facts: object) =>
  effectSentences({ deliveries: 0, moved: 0, laterMinutes: 0, plannedPrices: 0, ...facts });

test('without deliveries, nothing moves', () => {
  expect(effect({})).toEqual(['No upcoming deliveries are booked.']);
});

test('deliveries that don’t move are named, too', () => {
  expect(effect({ deliveries: 2 })).toEqual([
    '2 upcoming deliveries will keep their date and window.',
    'Both time zones have the same time on those dates.',
  ]);
});

test('deliveries that move are counted, with how far and who isn’t notified', () => {
  expect(effect({ deliveries: 1, moved: 1, laterMinutes: 60 }).slice(0, 2)).toEqual([
    '1 upcoming delivery will keep its date and window.',
    'In the new time zone, it’ll be 1 hour later than now.',
  ]);
  const some = effect({ deliveries: 12, moved: 5, laterMinutes: -60 });
  expect(some[1]).toBe('In the new time zone, 5 of them will be 1 hour earlier than now.');
  expect(some[2]).toStartWith('We won’t notify customers.');
  expect(effect({ deliveries: 2, moved: 2, laterMinutes: null })[1]).toBe(
    'In the new time zone, they’ll be at a different time than now.',
  );
});

test('planned prices start at the same moment', () => {
  expect(effect({ plannedPrices: 1 })[1]).toStartWith(
    '1 planned price change will start at the same',
  );
  expect(effect({ plannedPrices: 2 })[1]).toStartWith(
    '2 planned price changes will start at the same',
  );
});
