import { expect, test } from 'bun:test';
import { isElsewhere, spotByKey, spotIn, withMoves, withStopAt } from './plan';

const PLAN = [
  { driverId: null, stopIds: ['p', 'q'] },
  { driverId: 1, stopIds: ['a', 'b', 'c'] },
  { driverId: 2, stopIds: [] },
];
const told = (plan: typeof PLAN | ReturnType<typeof withStopAt>) =>
  plan.map(({ stopIds }) => stopIds.join(''));

test('a stop moves from its position to a new one', () => {
  expect(told(withStopAt(PLAN, 'p', { driverId: 1, index: 1 }))).toEqual(['q', 'apbc', '']);
  expect(told(withStopAt(PLAN, 'a', { driverId: 1, index: 2 }))).toEqual(['pq', 'bca', '']);
  expect(told(withStopAt(PLAN, 'b', { driverId: 2, index: 0 }))).toEqual(['pq', 'ac', 'b']);
  expect(told(withStopAt(PLAN, 'b', { driverId: null, index: 9 }))).toEqual(['pqb', 'ac', '']);
});

test('a driver outside the plan gets no stops', () => {
  expect(told(withStopAt(PLAN, 'a', { driverId: 7, index: 0 }))).toEqual(['pq', 'abc', '']);
});

test('moves apply to a plan that others changed, without adding back removed stops', () => {
  const moves = [
    { id: 'p', to: { driverId: 2, index: 0 } },
    { id: 'a', to: { driverId: 2, index: 1 } },
    { id: 'b', to: { driverId: null, index: 0 } },
  ];
  expect(told([...withMoves(PLAN, moves)])).toEqual(['bq', 'c', 'pa']);
  const changed = [
    { driverId: null, stopIds: ['q', 'new'] },
    { driverId: 1, stopIds: ['a', 'c'] },
    { driverId: 2, stopIds: ['d', 'p'] },
  ];
  expect(told([...withMoves(changed, moves)])).toEqual(['qnew', 'c', 'pad']);
});

test('a stop dropped at its own position isn’t moved', () => {
  expect(isElsewhere(PLAN, 'b', { driverId: 1, index: 1 })).toBe(false);
  expect(isElsewhere(PLAN, 'b', { driverId: 1, index: 0 })).toBe(true);
  expect(isElsewhere(PLAN, 'b', { driverId: 2, index: 1 })).toBe(true);
  expect(isElsewhere(PLAN, 'b', { driverId: null, index: 1 })).toBe(true);
  expect(isElsewhere(PLAN, 'p', { driverId: null, index: 1 })).toBe(false);
});

test('arrow keys move a stop up, down, or to the end of the next column', () => {
  expect(spotIn(PLAN, 'b')).toEqual({ driverId: 1, index: 1 });
  expect(spotByKey(PLAN, 'b', 'ArrowUp')).toEqual({ driverId: 1, index: 0 });
  expect(spotByKey(PLAN, 'b', 'ArrowDown')).toEqual({ driverId: 1, index: 2 });
  expect(spotByKey(PLAN, 'b', 'ArrowLeft')).toEqual({ driverId: null, index: 2 });
  expect(spotByKey(PLAN, 'p', 'ArrowRight')).toEqual({ driverId: 1, index: 3 });
});

test('stops don’t move past the ends, with other keys, or within the pool', () => {
  for (const [id, key] of [
    ['a', 'ArrowUp'],
    ['c', 'ArrowDown'],
    ['p', 'ArrowLeft'],
    ['q', 'ArrowUp'],
    ['b', 'Enter'],
    ['x', 'ArrowUp'],
  ] as const) {
    expect(spotByKey(PLAN, id, key)).toBeNull();
  }
});
