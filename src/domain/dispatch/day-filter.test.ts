import { expect, test } from 'bun:test';
import { matchesFilter } from './day-filter';

const unassigned = ['Dana Rivers', 'No driver', 'Card saved'];
const cardless = ['José Peña', 'Erin Cole', 'No card'];

test('a line matches the words of a filter in any order, case, and accent', () => {
  expect(matchesFilter(cardless, 'pena  JOSE')).toBe(true);
  expect(matchesFilter(cardless, 'Pena Dana')).toBe(false);
  expect(matchesFilter(cardless, ' ')).toBe(true);
});

test('“No” belongs to the word after it', () => {
  expect(matchesFilter(cardless, 'No card')).toBe(true);
  expect(matchesFilter(unassigned, 'no card')).toBe(false);
  expect(matchesFilter(unassigned, 'rivers no driver')).toBe(true);
  expect(matchesFilter(['Noah Card'], 'noah card')).toBe(true);
});
