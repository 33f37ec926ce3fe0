import { expect, test } from 'bun:test';
import { withinMessageHours } from './message-hours';

const HOURS = { messagesFromHour: 8, messagesUntilHour: 21 };
const at = (text: string) => withinMessageHours(Date.parse(text), HOURS, 'America/New_York');

test('a non-urgent message is sent immediately by day, otherwise in the morning', () => {
  expect(at('2026-06-13T16:00:00Z')).toBe(Date.parse('2026-06-13T16:00:00Z'));
  // 8:59 PM is still within the hours, and 9:00 PM isn't.
  expect(at('2026-06-14T00:59:00Z')).toBe(Date.parse('2026-06-14T00:59:00Z'));
  expect(at('2026-06-14T01:00:00Z')).toBe(Date.parse('2026-06-14T12:00:00Z'));
  expect(at('2026-06-14T10:00:00Z')).toBe(Date.parse('2026-06-14T12:00:00Z'));
});

test('the morning follows the clock when daylight saving time ends', () => {
  expect(at('2026-11-01T03:30:00Z')).toBe(Date.parse('2026-11-01T13:00:00Z'));
});
