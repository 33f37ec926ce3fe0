import { expect, test } from 'bun:test';
import { FIRST_HOURS, type Hours } from './slots/hours';
import { windowFills } from './window-fill';

// A Monday and the Tuesday after it.
const [MONDAY, TUESDAY] = ['2026-06-15', '2026-06-16'] as const;
const range = { from: MONDAY, to: TUESDAY };
const facts = {
  hoursOn: (): Hours => FIRST_HOURS,
  defaultCapacity: 3,
  changed: [],
  booked: [],
};

const filled = (more: Partial<Parameters<typeof windowFills>[1]>) =>
  windowFills(range, { ...facts, ...more }).map(({ booked, spots }) => [booked, spots]);

test('an open window offers its capacity on each date', () => {
  const windows = windowFills(range, {
    ...facts,
    booked: [{ date: MONDAY, slotIndex: 1, booked: 2 }],
  });
  expect(windows).toEqual([
    { slotIndex: 0, label: '10:00 AM - 12:00 PM', booked: 0, spots: 6 },
    { slotIndex: 1, label: '12:00 PM - 2:00 PM', booked: 2, spots: 6 },
    { slotIndex: 2, label: '2:00 PM - 4:00 PM', booked: 0, spots: 6 },
  ]);
});

test('a blocked window offers only the spots that are booked', () => {
  const changed = [
    { date: MONDAY, slotIndex: 0, isAvailable: false, maxBookings: null },
    { date: TUESDAY, slotIndex: 0, isAvailable: true, maxBookings: 10 },
  ];
  const booked = [{ date: MONDAY, slotIndex: 0, booked: 2 }];
  expect(filled({ changed, booked })[0]).toEqual([2, 12]);
});

test('a closed day and a window outside the hours offer nothing', () => {
  const closed: Hours = {
    ...FIRST_HOURS,
    windows: FIRST_HOURS.windows.filter(({ index }) => index === 1),
    closedDays: [{ date: TUESDAY, reason: 'Regatta' }],
  };
  expect(filled({ hoursOn: () => closed })).toEqual([[0, 3]]);
});

test('hours that changed inside the range count from their date', () => {
  const later: Hours = {
    ...FIRST_HOURS,
    windows: FIRST_HOURS.windows.map((window) => ({ ...window, places: 5 })),
  };
  const hoursOn = (date: string) => (date < TUESDAY ? FIRST_HOURS : later);
  expect(filled({ hoursOn })[0]).toEqual([0, 8]);
});

test('a window with more bookings than spots is full, never more', () => {
  expect(filled({ booked: [{ date: MONDAY, slotIndex: 2, booked: 7 }] })[2]).toEqual([7, 10]);
});
