import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type IcsEvent, icsText } from './ics';

const event: IcsEvent = {
  uid: '7@dockside',
  start: Date.parse('2026-06-13T14:00:00Z'),
  end: Date.parse('2026-06-13T16:00:00Z'),
  changedAt: Date.parse('2026-06-12T10:30:15Z'),
  sequence: 3,
  title: '20 gal, Regular; boat',
  location: 'Pier 4\nSlip 12',
  description: 'a\\b',
  tentative: false,
};
const calendar = (events: IcsEvent[]) =>
  icsText(events, 'Dockside', { name: 'Deliveries', timeZone: 'America/New_York' });

test('events have instants in UTC, escaped text, and CRLF line endings', () => {
  const text = calendar([event]);
  expect(text).toContain('DTSTART:20260613T140000Z\r\n');
  expect(text).toContain('DTEND:20260613T160000Z\r\n');
  expect(text).toContain('SUMMARY:20 gal\\, Regular\\; boat\r\n');
  expect(text).toContain('LOCATION:Pier 4\\nSlip 12\r\n');
  expect(text).toContain('DESCRIPTION:a\\\\b\r\n');
  expect(text).toStartWith('BEGIN:VCALENDAR\r\n');
  expect(text).toEndWith('END:VCALENDAR\r\n');
});

test('a file opened once has no subscription fields', () => {
  const text = icsText([event], 'Lake; Fuel');
  expect(text).toContain('UID:7@dockside\r\nDTSTAMP:20260612T103015Z\r\n');
  expect(text).toContain('SEQUENCE:3\r\n');
  expect(text).toContain('PRODID:-//Lake\\; Fuel//Deliveries//EN\r\n');
  expect(text).not.toMatch(/METHOD|X-WR|REFRESH|TTL/);
});

test('any typed text makes one event with short lines and can be read back', () => {
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
