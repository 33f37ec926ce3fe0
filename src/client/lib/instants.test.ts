import { expect, test } from 'bun:test';
import { instantsIn } from './instants';

/** The instant is Sunday 3:15 AM in London, and the evening before in New York. */
const AT = Date.UTC(2026, 10, 22, 3, 15);

test('an instant is formatted with the clock and the calendar of a time zone', () => {
  const home = instantsIn('America/New_York');
  expect(home.formatInstant(AT)).toBe('Nov 21, 2026, 10:15 PM');
  expect(home.formatDay(AT)).toBe('Nov 21, 2026');
  expect(home.formatDayOfYear(AT)).toBe('Nov 21');
  expect(home.formatTimeOfDay(AT)).toBe('10:15 PM');
  expect(home.formatWeekdayAndTime(AT)).toBe('Sat 10:15 PM');
  expect(home.formatLongInstant(AT)).toBe('Saturday, November 21, 2026, 10:15 PM');
  expect(instantsIn('Europe/London').formatWeekdayAndTime(AT)).toBe('Sun 3:15 AM');
  expect(instantsIn('America/New_York')).toBe(home);
});
