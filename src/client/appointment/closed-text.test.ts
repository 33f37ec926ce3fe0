import { expect, test } from 'bun:test';
import { closedText } from './closed-text';

const ahead = { isAvailable: true, isOver: false };

test('full, blocked and over are told apart, and a blocked full window says both', () => {
  expect(closedText({ ...ahead, state: 'Available' })).toBeNull();
  expect(closedText({ ...ahead, state: 'Booked' })).toBe('Booked');
  expect(closedText({ ...ahead, state: 'Blocked', isAvailable: false })).toBe('Blocked');
  expect(closedText({ ...ahead, state: 'Booked', isAvailable: false })).toBe('Booked and blocked');
  for (const state of ['Available', 'Booked', 'Blocked'] as const) {
    expect(closedText({ state, isAvailable: true, isOver: true })).toBe('Over');
  }
});
