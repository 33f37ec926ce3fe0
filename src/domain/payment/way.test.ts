import { expect, test } from 'bun:test';
import { paymentWayOf } from './way';

test('a charge was paid by card, in cash, or as its house account paid', () => {
  expect(paymentWayOf({ state: 'succeeded', paidBy: null })).toBe('card');
  expect(paymentWayOf({ state: 'cash' })).toBe('cash');
  expect(paymentWayOf({ state: 'cash', paidBy: null })).toBe('cash');
  expect(paymentWayOf({ state: 'cash', paidBy: 'check' })).toBe('check');
  expect(paymentWayOf({ state: 'cash', paidBy: 'transfer' })).toBe('transfer');
});
