import { expect, test } from 'bun:test';
import { timeSlotOf } from './slots/time-slots';
import { strongestWind, type WindOfDay, windOf, windText, windWarnings } from './wind';

const HOUR = 3_600_000;
const DATE = '2026-06-13';
/** Returns a day with 5 mph, except in the given hours. */
const day = (over: Record<number, number | null> = {}): WindOfDay =>
  Array.from({ length: 24 }, (_, hour) => (hour in over ? (over[hour] ?? null) : 5));
const warned = (windMph: WindOfDay | null, limitMph = 20, age = 0) =>
  windWarnings([{ date: DATE, windMph, limitMph, updatedAt: 0 }], age);

test('a window has the strongest wind of its hours, including start and end', () => {
  expect(windOf(day({ 9: 30, 11: 12, 13: 30 }), timeSlotOf(0))).toBe(12);
  expect(windOf(day({ 12: 22 }), timeSlotOf(0))).toBe(22);
  expect(windOf(day({ 12: 22 }), timeSlotOf(1))).toBe(22);
  expect(windOf(day({ 10: null, 11: 8 }), timeSlotOf(0))).toBe(8);
  expect(windOf([], timeSlotOf(0))).toBeNull();
});

test('only wind above the limit causes a warning for its windows', () => {
  expect(warned(day({ 15: 21 }))).toEqual([
    { date: DATE, slotIndex: 2, windMph: 21, limitMph: 20 },
  ]);
  expect(warned(day({ 15: 20 }))).toEqual([]);
  // One window ends and the next one starts at 2:00 PM.
  expect(warned(day({ 14: 22 })).map(({ slotIndex }) => slotIndex)).toEqual([1, 2]);
});

test('there is no warning without a limit or a recent forecast', () => {
  const stormy = day({ 11: 60 });
  expect(warned(stormy, 0)).toEqual([]);
  expect(warned(null)).toEqual([]);
  expect(warned(stormy, 20, 24 * HOUR)).toHaveLength(1);
  expect(warned(stormy, 20, 24 * HOUR + 1)).toEqual([]);
  expect(strongestWind([])).toBeNull();
});

test('the strongest warning of a day is the one shown', () => {
  expect(strongestWind(warned(day({ 10: 30, 15: 41, 13: 35 })))).toMatchObject({ windMph: 41 });
});

test('staff read “your limit”, and drivers read “the limit”', () => {
  const warning = { windMph: 22, limitMph: 20 };
  expect(windText(warning)).toBe('wind 22 mph, above your limit of 20');
  expect(windText(warning, 'the')).toBe('wind 22 mph, above the limit of 20');
});
