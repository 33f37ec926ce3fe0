import { expect, test } from 'bun:test';
import { countToday } from './today';

const line = (id: string, more: object = {}) => ({
  id,
  status: 'scheduled' as const,
  slotIndex: 0,
  driverId: 1,
  paymentChip: 'Card on file' as const,
  ...more,
});
const driver = (more: object = {}) => ({
  stops: [{ id: 'a', lateMinutes: 0 }],
  hasLoad: true,
  isShort: false,
  ...more,
});

test('every number is zero on a day that needs nothing', () => {
  const { open, done, ...needs } = countToday([line('a')], [driver()], []);
  expect({ open, done }).toEqual({ open: 1, done: 0 });
  expect(new Set(Object.values(needs))).toEqual(new Set([0]));
});

test('only open deliveries are counted', () => {
  const lines = [
    line('a', { status: 'pending', driverId: null, paymentChip: 'No card' }),
    line('b', { status: 'confirmed', driverId: null }),
    line('c', { status: 'completed', paymentChip: 'No card' }),
  ];
  expect(countToday(lines, [], [])).toMatchObject({
    unconfirmed: 1,
    noDriver: 2,
    noCard: 1,
    open: 2,
    done: 1,
  });
});

test('wind counts only in windows with open deliveries', () => {
  const lines = [line('a', { slotIndex: 1 }), line('b', { slotIndex: 2, status: 'completed' })];
  expect(countToday(lines, [], [0, 1, 1, 2]).windyWindows).toBe(1);
});

test('late stops and loads count only for drivers with stops', () => {
  const late = driver({ stops: [{ id: 'a', lateMinutes: 12 }], isShort: true });
  const unloaded = driver({ hasLoad: false, isShort: true });
  const free = driver({ stops: [], hasLoad: false });
  expect(countToday([], [late, unloaded, free], [])).toMatchObject({
    late: 1,
    noLoad: 1,
    shortLoad: 1,
  });
});
