import { expect, test } from 'bun:test';
import { type MergeFacts, mergeObstacle } from './merge';

const facts = (over: Partial<MergeFacts>): MergeFacts => ({
  ...{ id: 'one', role: 'customer', isDeleted: false },
  ...{ isUsed: false, hasCard: false, hasHouseAccount: false },
  ...over,
});
const kept = facts({ id: 'kept' });
const guest = facts({ id: 'guest', role: 'guest' });

test('a guest becomes part of a guest or an account, and an unused account of an account', () => {
  expect(mergeObstacle(kept, guest)).toBeNull();
  expect(mergeObstacle(facts({ id: 'kept', role: 'guest' }), guest)).toBeNull();
  expect(mergeObstacle(facts({ id: 'kept', isUsed: true, hasCard: true }), facts({}))).toBeNull();
});

test('a sign-in, a card, and a second house account never move', () => {
  const used = facts({ id: 'kept', isUsed: true });
  expect(mergeObstacle(guest, kept)).toContain('Keep the account');
  expect(mergeObstacle(kept, facts({ isUsed: true }))).toContain('Keep it');
  expect(mergeObstacle(used, facts({ isUsed: true }))).toContain('Both customers sign in');
  expect(mergeObstacle(kept, facts({ hasCard: true }))).toContain('saved card');
  const both = facts({ id: 'kept', hasHouseAccount: true });
  expect(mergeObstacle(both, facts({ hasHouseAccount: true }))).toContain('house account');
});

test('staff, deactivated, deleted, and merged records stay as they are', () => {
  expect(mergeObstacle(kept, kept)).toContain('the same record');
  for (const [role, text] of [
    ['driver', 'Staff'],
    ['dispatcher', 'Staff'],
    ['former', 'deactivated'],
    ['merged', 'already part'],
  ] as const) {
    expect(mergeObstacle(kept, facts({ role }))).toContain(text);
    expect(mergeObstacle(facts({ id: 'kept', role }), guest)).toContain(text);
  }
  expect(mergeObstacle(facts({ id: 'kept', isDeleted: true }), guest)).toContain('deleted');
});
