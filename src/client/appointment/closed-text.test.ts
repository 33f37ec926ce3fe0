import { expect, test } from 'bun:test';
import { closedText, dayClosedText } from './closed-text';

const ahead = { isAvailable: true, isOver: false };

test('a window is shown as full, blocked, or past, and a full one also shows if it’s blocked', () => {
  expect(closedText({ ...ahead, state: 'Available' })).toBeNull();
  expect(closedText({ ...ahead, state: 'Booked' })).toBe('Booked');
  expect(closedText({ ...ahead, state: 'Blocked', isAvailable: false })).toBe('Blocked');
  expect(closedText({ ...ahead, state: 'Booked', isAvailable: false })).toBe('Booked and blocked');
  for (const state of ['Available', 'Booked', 'Blocked'] as const) {
    expect(closedText({ state, isAvailable: true, isOver: true })).toBe('Past');
  }
});

test('a past date is shown differently from one without spots', () => {
  const none = { available: 0, blocked: 0, booked: 0, over: 0 };
  expect(dayClosedText({ ...none, over: 3 })).toBe('Past');
  expect(dayClosedText({ ...none, over: 1, booked: 2 })).toBe('No slots');
  expect(dayClosedText({ ...none, blocked: 3 })).toBe('No slots');
  expect(dayClosedText({ ...none, over: 2, available: 1 })).toBeNull();
});
