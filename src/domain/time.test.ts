import { describe, expect, test } from 'bun:test';
import { clockOffsets, formatClock, instantOf, localMoment, zoneName } from './time';

const NEW_YORK = 'America/New_York';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The days on which New York changes its clocks, by hand: the first instant of the day, the instant
 * of the change, the hours behind UTC before and after it, and the length of the day in hours.
 */
const CHANGES = [
  ['2026-03-08', '2026-03-08T05:00Z', '2026-03-08T07:00Z', -5, -4, 23],
  ['2026-11-01', '2026-11-01T04:00Z', '2026-11-01T06:00Z', -4, -5, 25],
  ['2027-03-14', '2027-03-14T05:00Z', '2027-03-14T07:00Z', -5, -4, 23],
  ['2027-11-07', '2027-11-07T04:00Z', '2027-11-07T06:00Z', -4, -5, 25],
] as const;

describe.each(CHANGES)('on %s', (date, begins, changes, before, after, hours) => {
  const first = Date.parse(begins);
  const change = Date.parse(changes);
  const instants = Array.from({ length: hours * 60 }, (_, minute) => first + minute * MINUTE);
  /** Calculates the wall clock by plain arithmetic, with the offset from the table above. */
  const clockAt = (instant: number) => {
    const offset = (instant < change ? before : after) * HOUR;
    return { date, minutes: (instant + offset - Date.parse(`${date}T00:00Z`)) / MINUTE };
  };

  test('the clock is correct at every minute of the day', () => {
    for (const instant of instants) {
      expect(localMoment(instant, NEW_YORK)).toEqual(clockAt(instant));
    }
  });

  test('every minute converts back to itself, and a repeated one to its first occurrence', () => {
    const firstAt = new Map<number, number>();
    for (const instant of instants) {
      const { minutes } = clockAt(instant);
      if (!firstAt.has(minutes)) firstAt.set(minutes, instant);
    }
    expect(firstAt.size).toBe(hours === 23 ? 1_380 : 1_440);
    for (const [minutes, instant] of firstAt) {
      expect(instantOf({ date, minutes }, NEW_YORK)).toBe(instant);
      expect(localMoment(instant, NEW_YORK)).toEqual({ date, minutes });
    }
  });

  test('the day begins and ends at midnight', () => {
    expect(localMoment(first - 1, NEW_YORK).minutes).toBe(1_439);
    expect(localMoment(first - 1, NEW_YORK).date < date).toBe(true);
    expect(localMoment(first + hours * HOUR, NEW_YORK).minutes).toBe(0);
    expect(localMoment(first + hours * HOUR, NEW_YORK).date > date).toBe(true);
  });
});

test('a skipped minute becomes the one an hour later', () => {
  const skipped = { date: '2026-03-08', minutes: 150 };
  expect(instantOf(skipped, NEW_YORK)).toBe(Date.parse('2026-03-08T07:30Z'));
});

test('seconds belong to their minute', () => {
  const end = Date.parse('2026-06-13T14:00:00Z') - 1;
  expect(localMoment(end, NEW_YORK)).toEqual({ date: '2026-06-13', minutes: 599 });
  expect(localMoment(end + 1, NEW_YORK)).toEqual({ date: '2026-06-13', minutes: 600 });
});

test('11:30 PM in New York is still today, whatever the date in UTC', () => {
  const summer = Date.parse('2026-06-14T03:30:00Z');
  const winter = Date.parse('2026-12-14T04:30:00Z');
  expect(localMoment(summer, NEW_YORK)).toEqual({ date: '2026-06-13', minutes: 1_410 });
  expect(localMoment(winter, NEW_YORK)).toEqual({ date: '2026-12-13', minutes: 1_410 });
  expect(localMoment(summer, 'UTC').date).toBe('2026-06-14');
  expect(localMoment(summer, 'Asia/Tokyo')).toEqual({ date: '2026-06-14', minutes: 750 });
});

test('a time for people is rounded up to 5 minutes', () => {
  const at = (time: string) => formatClock(Date.parse(`2026-06-13T${time}Z`), NEW_YORK);
  expect(at('14:36:00')).toBe('10:40 AM');
  expect(at('16:00:00')).toBe('12:00 PM');
  expect(at('03:58:00')).toBe('12:00 AM');
  expect(at('17:05:00')).toBe('1:05 PM');
});

test('the offsets of a zone change with its clocks, and UTC has one', () => {
  const [from, to] = [Date.UTC(2026, 0), Date.UTC(2026, 11)];
  expect(clockOffsets('America/New_York', from, to)).toEqual([
    { from, offsetMs: -5 * 3_600_000 },
    { from: Date.parse('2026-03-08T07:00:00Z'), offsetMs: -4 * 3_600_000 },
    { from: Date.parse('2026-11-01T06:00:00Z'), offsetMs: -5 * 3_600_000 },
  ]);
  expect(clockOffsets('UTC', from, to)).toEqual([{ from, offsetMs: 0 }]);
});

test('a time zone has its everyday name in winter and in summer', () => {
  expect(zoneName('America/New_York')).toBe('Eastern Time');
  expect(zoneName('America/Chicago')).toBe('Central Time');
  expect(zoneName('Europe/Berlin')).toBe('Central European Time');
  expect(zoneName('UTC')).toMatch(/^(Coordinated Universal Time|GMT)/);
});
