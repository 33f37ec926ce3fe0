import { expect, test } from 'bun:test';
import { showsSignature } from './signature-picture';

test("a drawn line or a typed name is a signature, and a stray touch isn't", () => {
  expect(showsSignature({ ink: 30, name: '' })).toBe(false);
  expect(showsSignature({ ink: 0, name: '  ' })).toBe(false);
  expect(showsSignature({ ink: 400, name: '' })).toBe(true);
  expect(showsSignature({ ink: 0, name: 'Gina Guest' })).toBe(true);
});
