import { describe, expect, test } from 'bun:test';
import { addDays, datesFrom } from '../dates';
import { blockedRanges } from './blocked-ranges';
import { dayRangeSchema } from './calendar.schema';
import { FIRST_HOURS } from './hours';

const ALL = [0, 1, 2];
const MORNING = '10:00 AM - 12:00 PM';
const NOON = '12:00 PM - 2:00 PM';
const blocked = (first: string, count: number, indexes = ALL) =>
  datesFrom(first, count).map((date) => ({ date, indexes }));
const whole = (from: string, to: string) => ({ from, to, windows: null });

describe('blocked days', () => {
  test('merge into ranges, also over the new year', () => {
    expect(
      blockedRanges(FIRST_HOURS, [...blocked('2026-12-20', 17), ...blocked('2027-01-07', 1)]),
    ).toEqual([whole('2026-12-20', '2027-01-05'), whole('2027-01-07', '2027-01-07')]);
    expect(blockedRanges(FIRST_HOURS, [])).toEqual([]);
  });

  test('say which windows are blocked, and merge only with the same ones', () => {
    const days = [
      ...blocked('2026-12-22', 1),
      ...blocked('2026-12-23', 2, [0]),
      ...blocked('2026-12-25', 1, [1, 0]),
    ];
    expect(blockedRanges(FIRST_HOURS, days)).toEqual([
      whole('2026-12-22', '2026-12-22'),
      { from: '2026-12-23', to: '2026-12-24', windows: [MORNING] },
      { from: '2026-12-25', to: '2026-12-25', windows: [MORNING, NOON] },
    ]);
  });

  test('continue over days that the hours close, blocked or not', () => {
    // December 20 and 27, 2026, are Sundays.
    const hours = {
      ...FIRST_HOURS,
      windows: FIRST_HOURS.windows.filter(({ weekday }) => weekday !== 0),
      closedDays: [{ date: '2026-12-25', reason: 'Christmas Day' }],
    };
    const days = [...blocked('2026-12-20', 7), ...blocked('2026-12-28', 1)];
    expect(blockedRanges(hours, days)).toEqual([whole('2026-12-21', '2026-12-28')]);
    expect(blockedRanges(hours, blocked('2026-12-25', 1))).toEqual([]);
  });

  test("leave out windows that the hours don't have anymore", () => {
    const windows = FIRST_HOURS.windows.filter(({ index }) => index !== 0);
    expect(blockedRanges({ ...FIRST_HOURS, windows }, blocked('2026-12-24', 1, [0]))).toEqual([]);
    expect(blockedRanges({ ...FIRST_HOURS, windows }, blocked('2026-12-24', 1, [1, 2]))).toEqual([
      whole('2026-12-24', '2026-12-24'),
    ]);
  });

  test('split into ranges that one bulk action can open', () => {
    const [first, second, ...others] = blockedRanges(FIRST_HOURS, blocked('2026-12-20', 900));
    expect(others).toEqual([]);
    expect(dayRangeSchema.safeParse(first).success).toBe(true);
    expect(second).toEqual(whole(addDays(first?.to ?? '', 1), addDays('2026-12-20', 899)));
  });
});
