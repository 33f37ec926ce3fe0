import { expect, test } from 'bun:test';
import { type SteadyLine, steady } from './steady-lines';

type Item = { key: string; cents: number };
const items = (...keys: string[]): Item[] => keys.map((key) => ({ key, cents: 100 }));
const told = (lines: readonly SteadyLine<Item>[]) =>
  lines.map(({ item, isGone }) => (isGone ? `(${item.key})` : item.key)).join(' ');

test('no line moves when the list is read again: gone ones stay, and new ones stand behind', () => {
  const first = steady([], items('a', 'b', 'c'));
  expect(told(first)).toBe('a b c');
  const second = steady(first, items('z', 'b', 'c', 'd'));
  expect(told(second)).toBe('(a) b c z d');
  // What comes back takes its place again.
  expect(told(steady(second, items('a', 'c')))).toBe('a (b) c (z) (d)');
});

test('a line says what is known of it now', () => {
  const before = steady([], items('a', 'b'));
  const [first] = steady(before, [{ key: 'a', cents: 50 }]);
  expect(first).toEqual({ item: { key: 'a', cents: 50 }, isGone: false });
});
