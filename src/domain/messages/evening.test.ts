import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { localMoment } from '../time';
import { type EveningHours, eveningAt } from './evening';

const HOURS: EveningHours = { eveningHour: 18, messagesFromHour: 8, messagesUntilHour: 21 };
const NEW_YORK = 'America/New_York';
const at = (text: string, hours = HOURS, zone = NEW_YORK) =>
  eveningAt(Date.parse(text), hours, zone);

test('the evening begins at its hour in the business’s zone, and ends with the message hours', () => {
  expect(at('2026-06-13T17:59:59-04:00')).toBeNull();
  expect(at('2026-06-13T18:00:00-04:00')).toEqual({
    date: '2026-06-14',
    beginsAt: Date.parse('2026-06-13T22:00:00Z'),
    endsAt: Date.parse('2026-06-14T01:00:00Z'),
  });
  expect(at('2026-06-13T20:59:59-04:00')?.date).toBe('2026-06-14');
  expect(at('2026-06-13T21:00:00-04:00')).toBeNull();
  expect(at('2026-06-13T22:00:00Z', HOURS, 'America/Chicago')).toBeNull();
});

test.each([
  ['before the clock goes forward', '2026-03-07T18:00:00-05:00', '2026-03-08'],
  ['on the day that the clock goes forward', '2026-03-08T18:00:00-04:00', '2026-03-09'],
  ['before the clock goes back', '2026-10-31T18:00:00-04:00', '2026-11-01'],
  ['on the day that the clock goes back', '2026-11-01T18:00:00-05:00', '2026-11-02'],
])('the evening begins at the same hour %s', (_, begins, date) => {
  expect(at(begins)).toMatchObject({ date, beginsAt: Date.parse(begins) });
  expect(eveningAt(Date.parse(begins) - 1, HOURS, NEW_YORK)).toBeNull();
});

test('the evening is within the message hours, whatever the owner sets', () => {
  const anyHours = fc
    .record({
      eveningHour: fc.integer({ min: 0, max: 23 }),
      messagesFromHour: fc.integer({ min: 0, max: 22 }),
      length: fc.integer({ min: 1, max: 24 }),
    })
    .map(({ length, ...hours }) => ({
      ...hours,
      messagesUntilHour: Math.min(24, hours.messagesFromHour + length),
    }));
  const year = { min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') };
  fc.assert(
    fc.property(anyHours, fc.integer(year), (hours, now) => {
      const { minutes } = localMoment(now, NEW_YORK);
      if (eveningAt(now, hours, NEW_YORK) === null) return;
      expect(minutes).toBeGreaterThanOrEqual(hours.messagesFromHour * 60);
      expect(minutes).toBeLessThan(hours.messagesUntilHour * 60);
    }),
  );
});
