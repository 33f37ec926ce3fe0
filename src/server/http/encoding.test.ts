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
] as const)('"%s" is answered with %p', (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

test('only an encoding that the file exists in is chosen', () => {
  expect(encodingFor('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
  expect(encodingFor('br', ['gzip'])).toBeNull();
  expect(encodingFor('br, gzip', [])).toBeNull();
});
