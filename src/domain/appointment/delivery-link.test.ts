import { expect, test } from 'bun:test';
import { cents, NO_CENTS } from '../money';
import { isLive, type LinkFacts, linkEnd, wrongDigits } from './delivery-link';

const DAY = 86_400_000;
const ZONE = 'America/New_York';
const facts: LinkFacts = {
  date: '2026-06-13',
  slotIndex: 0,
  status: 'scheduled',
  completedAt: null,
  cancelledAt: null,
  remainingBalanceCents: NO_CENTS,
};
/** Noon in New York. */
const SLOT_END = Date.parse('2026-06-13T16:00:00Z');

test('a link shows the receipt for 30 days after the delivery or its window', () => {
  expect(linkEnd(facts, ZONE)).toBe(SLOT_END + 30 * DAY);
  const completedAt = SLOT_END + 3 * DAY;
  expect(linkEnd({ ...facts, status: 'completed', completedAt }, ZONE)).toBe(
    completedAt + 30 * DAY,
  );
  const cancelledAt = SLOT_END - 9 * DAY;
  expect(linkEnd({ ...facts, status: 'cancelled', cancelledAt }, ZONE)).toBe(
    cancelledAt + 30 * DAY,
  );
});

test('a link works as long as there’s a balance', () => {
  const unpaid = {
    ...facts,
    status: 'completed',
    completedAt: 1,
    remainingBalanceCents: cents(5),
  } as const;
  expect(linkEnd(unpaid, ZONE)).toBeNull();
});

test('a link shows the whole delivery until 2 hours after it', () => {
  expect(isLive(facts, SLOT_END + 9 * DAY)).toBe(true);
  const TWO_HOURS = 2 * 3_600_000;
  for (const over of [{ completedAt: SLOT_END }, { cancelledAt: SLOT_END }]) {
    expect(isLive({ ...facts, ...over }, SLOT_END + TWO_HOURS - 1)).toBe(true);
    expect(isLive({ ...facts, ...over }, SLOT_END + TWO_HOURS)).toBe(false);
  }
});

test('the message for wrong digits has the remaining attempts', () => {
  expect(wrongDigits(4)).toEndWith('You can try 4 more times.');
  expect(wrongDigits(1)).toEndWith('You can try once more.');
});
