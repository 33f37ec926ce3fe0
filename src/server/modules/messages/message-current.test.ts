import { expect, test } from 'bun:test';
import type { AppointmentRow } from '@/db/schema';
import { appointment, context, ownerLink } from './emails/emails.fixture';
import { textsOf } from './message';
import { isMessageCurrent } from './message-current';

const scheduled: AppointmentRow = { ...appointment, status: 'scheduled' };
const before: AppointmentRow = { ...scheduled, date: '2026-06-12', location: 'Pier 4 North' };
const facts = { appointment: scheduled, before, ownerLink, supportPhone: '2695550199' };
const { full, plain } = textsOf('rescheduled', facts, context);

const isSent = (body: string, now: AppointmentRow) =>
  isMessageCurrent({ dedupeKey: 'rescheduled:1:appointment-1', body }, now, context.settings);

test('a waiting message is sent if the delivery still has its window and dock', () => {
  for (const { body } of [full, plain]) expect(isSent(body, scheduled)).toBe(true);
});

test("a message about a move isn't sent once the delivery moved back", () => {
  for (const { body } of [full, plain]) expect(isSent(body, before)).toBe(false);
});

test("a message isn't sent once the dock or slip has changed", () => {
  expect(isSent(full.body, { ...scheduled, location: 'Pier 42' })).toBe(false);
  expect(isSent(full.body, { ...scheduled, slipNumber: '1' })).toBe(false);
});

test('a message about a closed delivery isn’t sent', () => {
  expect(isSent(full.body, { ...scheduled, status: 'completed' })).toBe(false);
});
