import { expect, test } from 'bun:test';
import { closedText, dayClosedText } from './closed-text';

const ahead = { isAvailable: true, isOver: false };

test('full, blocked and over are told apart, and a blocked full time slot says both', () => {
  expect(closedText({ ...ahead, state: 'Available' })).toBeNull();
  expect(closedText({ ...ahead, state: 'Booked' })).toBe('Booked');
  expect(closedText({ ...ahead, state: 'Blocked', isAvailable: false })).toBe('Blocked');
  expect(closedText({ ...ahead, state: 'Booked', isAvailable: false })).toBe('Booked and blocked');
  for (const state of ['Available', 'Booked', 'Blocked'] as const) {
    expect(closedText({ state, isAvailable: true, isOver: true })).toBe('Over');
  }
});

test('a date that is over is told apart from one without a place', () => {
  const none = { available: 0, blocked: 0, booked: 0, over: 0 };
  expect(dayClosedText({ ...none, over: 3 })).toBe('Over');
  expect(dayClosedText({ ...none, over: 1, booked: 2 })).toBe('No slots');
  expect(dayClosedText({ ...none, blocked: 3 })).toBe('No slots');
  expect(dayClosedText({ ...none, over: 2, available: 1 })).toBeNull();
});
