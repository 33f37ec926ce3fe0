import { expect, test } from 'bun:test';
import { emptiedWindows } from './emptied-windows';

const SATURDAY = '2026-06-13';
const SUNDAY = '2026-06-14';
const at = (slotIndex: number, date = SATURDAY) => ({ date, slotIndex });
const OPEN = [
  { id: 'a', ...at(0) },
  { id: 'b', ...at(0) },
  { id: 'c', ...at(1) },
];

test('a window is emptied if all of its deliveries leave', () => {
  const away = at(0, SUNDAY);
  expect(emptiedWindows(OPEN, new Map([['a', away]]))).toEqual([]);
  const both = new Map([
    ['a', away],
    ['b', null],
  ]);
  expect(emptiedWindows(OPEN, both)).toEqual([at(0)]);
  expect(emptiedWindows(OPEN, new Map([...both, ['c', null]]))).toEqual([at(0), at(1)]);
});

test('a window isn’t emptied if the same change moves a delivery into it', () => {
  const swapped = new Map([
    ['a', at(1)],
    ['b', at(1)],
    ['c', at(0)],
  ]);
  expect(emptiedWindows(OPEN, swapped)).toEqual([]);
  expect(emptiedWindows(OPEN, new Map([['c', at(1)]]))).toEqual([]);
});
