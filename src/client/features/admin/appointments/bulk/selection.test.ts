import { expect, test } from 'bun:test';
import { rangeTo } from './selection';

test('a range goes from the last pressed line to this one, in both directions', () => {
  const lines = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const ids = (last: string | null, id: string) => rangeTo(lines, last, id).map((one) => one.id);
  expect(ids('b', 'd')).toEqual(['b', 'c', 'd']);
  expect(ids('d', 'b')).toEqual(['b', 'c', 'd']);
  expect(ids(null, 'b')).toEqual(['b']);
  expect(ids('gone', 'b')).toEqual(['b']);
  expect(ids('a', 'gone')).toEqual([]);
});
