import { expect, test } from 'bun:test';
import { encodingFor } from './encoding';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', null],
  ['br;q=0, gzip;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['brotli', null],
  ['x-br', null],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0, identity', null],
  ['identity', null],
  ['identity;q=1, br;q=0.5', null],
  ['', null],
  [null, null],
  ['br;q=abc, ;;;, gzip;q=1.5', 'gzip'],
] as const)('an Accept-Encoding of "%s" gets %p', (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

test('only an encoding that exists for the file is selected', () => {
  expect(encodingFor('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
  expect(encodingFor('br', ['gzip'])).toBeNull();
  expect(encodingFor('br, gzip', [])).toBeNull();
});

test("a selection is the same when it's repeated, whatever others send in between", () => {
  const ask = () => [
    encodingFor('gzip;q=0.5, br;q=0.1'),
    encodingFor('gzip, br', ['gzip']),
    encodingFor('gzip, br'),
    encodingFor('br;q=0'),
  ];
  const first = ask();
  expect(ask()).toEqual(first);
  for (let count = 0; count < 500; count += 1) encodingFor(`gzip;q=0.${count}, br;q=0.3`);
  expect(ask()).toEqual(['gzip', 'gzip', 'br', null]);
});
