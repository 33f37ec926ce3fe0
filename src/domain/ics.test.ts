import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type IcsEvent, icsText } from './ics';

const event: IcsEvent = {
  uid: '7@dockside',
  start: Date.parse('2026-06-13T14:00:00Z'),
  end: Date.parse('2026-06-13T16:00:00Z'),
  changedAt: Date.parse('2026-06-12T10:30:15Z'),
  title: '20 gal, Regular; boat',
  location: 'Pier 4\nSlip 12',
  description: 'a\\b',
  tentative: false,
};
const calendar = (events: IcsEvent[]) =>
  icsText({ name: 'Deliveries', timeZone: 'America/New_York', events });

test('instants in UTC, text escaped, lines ended as the format wants', () => {
  const text = calendar([event]);
  expect(text).toContain('DTSTART:20260613T140000Z\r\n');
  expect(text).toContain('DTEND:20260613T160000Z\r\n');
  expect(text).toContain('SUMMARY:20 gal\\, Regular\\; boat\r\n');
  expect(text).toContain('LOCATION:Pier 4\\nSlip 12\r\n');
  expect(text).toContain('DESCRIPTION:a\\\\b\r\n');
  expect(text).toStartWith('BEGIN:VCALENDAR\r\n');
  expect(text).toEndWith('END:VCALENDAR\r\n');
});

test('a moment of a clock stays as that clock shows it', () => {
  const [start, end] = [600, 720].map((minutes) => ({ date: '2026-06-13', minutes }));
  const text = calendar([{ ...event, start: start ?? 0, end: end ?? 0 }]);
  expect(text).toContain('DTSTART:20260613T100000\r\n');
  expect(text).toContain('DTEND:20260613T120000\r\n');
});

test('any text that a customer types gives one event, in short lines, and comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const text = calendar([{ ...event, location: typed }]);
      const lines = text.split('\r\n');
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
      expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
      const [place = ''] = unfolded.filter((line) => line.startsWith('LOCATION:'));
      const read = place
        .slice(9)
        .replace(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));
      expect(read).toBe(typed.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' '));
    }),
  );
});
