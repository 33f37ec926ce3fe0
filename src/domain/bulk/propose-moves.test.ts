import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { addDays } from '../dates';
import { nearTargets, proposeMoves, proposeMovesTo, type Room, type ToMove } from './propose-moves';

const DAY = '2026-07-04';
const on = (days: number) => addDays(DAY, days);
const delivery = (id: string, slotIndex: number): ToMove => ({ id, date: DAY, slotIndex });
const room = (days: number, slotIndex: number, places = 1): Room => ({
  date: on(days),
  slotIndex,
  places,
});

test('a proposal keeps the window on the nearest day even if another window is nearer', () => {
  const rooms = [room(1, 0, 5), room(4, 1), room(3, 1), room(2, 2, 5)];
  expect(proposeMoves([delivery('a', 1), delivery('b', 1)], rooms)).toEqual([
    { id: 'a', to: { date: on(3), slotIndex: 1 } },
    { id: 'b', to: { date: on(4), slotIndex: 1 } },
  ]);
});

test('a proposal uses the nearest window if the same one is full on every day', () => {
  const rooms = [room(-1, 0), room(1, 0), room(1, 2), room(5, 1)];
  const moved = proposeMoves(
    ['a', 'b', 'c', 'd', 'e'].map((id) => delivery(id, 1)),
    rooms,
  );
  expect(moved.map(({ to }) => to && [to.date, to.slotIndex])).toEqual([
    [on(5), 1],
    [on(1), 0],
    [on(1), 2],
    [on(-1), 0],
    null,
  ]);
});

test('deliveries that don’t fit in the wanted windows go to others', () => {
  const rooms = [room(1, 0, 1), room(2, 0, 2), room(3, 1, 5)];
  const all = ['a', 'b', 'c', 'd'].map((id) => delivery(id, 0));
  const moved = proposeMovesTo(all, rooms, ({ date }) => date === on(2));
  expect(moved.map(({ to }) => to?.date)).toEqual([on(2), on(2), on(1), on(3)]);
});

test('the nearest targets have room for all: windows of the same day, then the next days', () => {
  const rooms = [
    room(-1, 0, 9),
    room(0, 1, 1),
    room(0, 2, 2),
    room(1, 0, 1),
    room(2, 0, 1),
    room(2, 1, 1),
    ...[3, 4, 5].map((days) => room(days, 0, 2)),
  ];
  const targets = nearTargets([delivery('a', 0), delivery('b', 0)], rooms, DAY);
  expect(targets).toEqual([
    { date: on(0), slotIndex: 2 },
    { date: on(2), slotIndex: null },
    { date: on(3), slotIndex: null },
    { date: on(4), slotIndex: null },
  ]);
});

const anyRooms = fc.uniqueArray(
  fc.record({
    date: fc
      .integer({ min: -3, max: 10 })
      .filter((days) => days !== 0)
      .map(on),
    slotIndex: fc.integer({ min: 0, max: 2 }),
    places: fc.integer({ min: 0, max: 4 }),
  }),
  { selector: ({ date, slotIndex }) => `${date}/${slotIndex}`, maxLength: 30 },
);
const anyDeliveries = fc
  .array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 })
  .map((slots) => slots.map((slotIndex, i) => delivery(`d${i}`, slotIndex)));

test('proposals never overfill a window, and include every delivery that fits', () => {
  fc.assert(
    fc.property(anyDeliveries, anyRooms, (deliveries, rooms) => {
      const isWanted = ({ date }: Room) => date === on(1);
      for (const moved of [
        proposeMoves(deliveries, rooms),
        proposeMovesTo(deliveries, rooms, isWanted),
      ]) {
        expect(moved.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
        const taken = ({ date, slotIndex }: Room) =>
          moved.filter(({ to }) => to?.date === date && to.slotIndex === slotIndex).length;
        for (const one of rooms) expect(taken(one)).toBeLessThanOrEqual(one.places);
        const places = rooms.reduce((sum, one) => sum + one.places, 0);
        const placed = moved.filter(({ to }) => to !== null).length;
        expect(placed).toBe(Math.min(places, deliveries.length));
      }
    }),
  );
});

test('a proposal changes the window only if the same one is full on every day', () => {
  fc.assert(
    fc.property(anyDeliveries, anyRooms, (deliveries, rooms) => {
      const moved = proposeMoves(deliveries, rooms);
      for (const [i, { to }] of moved.entries()) {
        const own = deliveries[i]?.slotIndex;
        if (to?.slotIndex === own) continue;
        const left = rooms
          .filter(({ slotIndex }) => slotIndex === own)
          .map((one) => {
            const before = moved.slice(0, i);
            const isHere = (p: (typeof moved)[number]) =>
              p.to?.date === one.date && p.to.slotIndex === own;
            return one.places - before.filter(isHere).length;
          });
        expect(left.filter((places) => places > 0)).toEqual([]);
      }
    }),
  );
});
