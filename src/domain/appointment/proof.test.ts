import { expect, test } from 'bun:test';
import { missingProofOf, missingProofShownBy } from './proof';

const required = { asksForPhoto: true, asksForSignature: true };

test('no proof is missing if none is required', () => {
  expect(missingProofOf({ asksForPhoto: false, asksForSignature: false }, [])).toEqual([]);
});

test('the photo and the signature are required separately', () => {
  expect(missingProofOf(required, [])).toEqual(['photo', 'proof']);
  expect(missingProofOf({ ...required, asksForPhoto: false }, ['receipt'])).toEqual(['proof']);
  expect(missingProofOf(required, ['fuel', 'signature'])).toEqual([]);
});

test('a photo of the empty boat replaces only the signature', () => {
  expect(missingProofOf(required, ['nobody_aboard'])).toEqual(['photo']);
  expect(missingProofOf(required, ['fuel'])).toEqual(['proof']);
});

test('a later picture provides the missing proof', () => {
  expect(missingProofShownBy('fuel')).toBe('photo');
  expect(missingProofShownBy('signature')).toBe('proof');
  expect(missingProofShownBy('nobody_aboard')).toBe('proof');
});
