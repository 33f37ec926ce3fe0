import { expect, test } from 'bun:test';
import { guestLinkEnd, type LinkFacts } from './guest-link';

const DAY = 86_400_000;
const ZONE = 'America/New_York';
const facts: LinkFacts = {
  date: '2026-06-13',
  slotIndex: 0,
  status: 'scheduled',
  completedAt: null,
  cancelledAt: null,
  remainingBalanceCents: 0,
};
/** 12:00 in New York. */
const SLOT_END = Date.parse('2026-06-13T16:00:00Z');

test('a link shows the receipt for 30 days after the delivery, or after its time slot', () => {
  expect(guestLinkEnd(facts, ZONE)).toBe(SLOT_END + 30 * DAY);
  const completedAt = SLOT_END + 3 * DAY;
  expect(guestLinkEnd({ ...facts, status: 'completed', completedAt }, ZONE)).toBe(
    completedAt + 30 * DAY,
  );
  const cancelledAt = SLOT_END - 9 * DAY;
  expect(guestLinkEnd({ ...facts, status: 'cancelled', cancelledAt }, ZONE)).toBe(
    cancelledAt + 30 * DAY,
  );
});

test('it stays while something is to be paid', () => {
  const unpaid = {
    ...facts,
    status: 'completed',
    completedAt: 1,
    remainingBalanceCents: 5,
  } as const;
  expect(guestLinkEnd(unpaid, ZONE)).toBeNull();
});
