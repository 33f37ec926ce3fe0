import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { addDays } from '../dates';
import { proposeMoves, type Room, type ToMove } from './propose-moves';

const DAY = '2026-07-04';
const on = (days: number) => addDays(DAY, days);
const delivery = (id: string, slotIndex: number): ToMove => ({ id, date: DAY, slotIndex });
const room = (days: number, slotIndex: number, places = 1): Room => ({
  date: on(days),
  slotIndex,
  places,
});

test('keeps the time slot on the nearest day, also where another time slot is nearer', () => {
  const rooms = [room(1, 0, 5), room(4, 1), room(3, 1), room(2, 2, 5)];
  expect(proposeMoves([delivery('a', 1), delivery('b', 1)], rooms)).toEqual([
    { id: 'a', to: { date: on(3), slotIndex: 1 } },
    { id: 'b', to: { date: on(4), slotIndex: 1 } },
  ]);
});

test('takes the nearest time slot once the own one is full everywhere, and the later of two as near', () => {
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

test('fills no room beyond its places, and leaves no delivery out while there is room', () => {
  fc.assert(
    fc.property(anyDeliveries, anyRooms, (deliveries, rooms) => {
      const moved = proposeMoves(deliveries, rooms);
      expect(moved.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
      const taken = ({ date, slotIndex }: Room) =>
        moved.filter(({ to }) => to?.date === date && to.slotIndex === slotIndex).length;
      for (const one of rooms) expect(taken(one)).toBeLessThanOrEqual(one.places);
      const places = rooms.reduce((sum, one) => sum + one.places, 0);
      const placed = moved.filter(({ to }) => to !== null).length;
      expect(placed).toBe(Math.min(places, deliveries.length));
    }),
  );
});

test('gives another time slot only where the own one has no place left on any day', () => {
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
