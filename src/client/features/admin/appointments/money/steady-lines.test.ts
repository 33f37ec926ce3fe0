import { expect, test } from 'bun:test';
import { type SteadyLine, steady } from './steady-lines';

type Item = { key: string; cents: number };
const items = (...keys: string[]): Item[] => keys.map((key) => ({ key, cents: 100 }));
const textOf = (lines: readonly SteadyLine<Item>[]) =>
  lines.map(({ item, isGone }) => (isGone ? `(${item.key})` : item.key)).join(' ');

test('a refresh keeps removed lines in place and adds new lines at the end', () => {
  const first = steady([], items('a', 'b', 'c'));
  expect(textOf(first)).toBe('a b c');
  const second = steady(first, items('z', 'b', 'c', 'd'));
  expect(textOf(second)).toBe('(a) b c z d');
  // A line that comes back gets its old place.
  expect(textOf(steady(second, items('a', 'c')))).toBe('a (b) c (z) (d)');
});

test('a line shows the latest values of its item', () => {
  const before = steady([], items('a', 'b'));
  const [first] = steady(before, [{ key: 'a', cents: 50 }]);
  expect(first).toEqual({ item: { key: 'a', cents: 50 }, isGone: false });
});
