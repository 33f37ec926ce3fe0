import { expect, test } from 'bun:test';
import { showsSignature } from './signature-picture';

test('a stray touch is no signature, a drawn line and a typed name are one', () => {
  expect(showsSignature({ ink: 30, name: '' })).toBe(false);
  expect(showsSignature({ ink: 0, name: '  ' })).toBe(false);
  expect(showsSignature({ ink: 400, name: '' })).toBe(true);
  expect(showsSignature({ ink: 0, name: 'Gina Guest' })).toBe(true);
});
