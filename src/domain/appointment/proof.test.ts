import { expect, test } from 'bun:test';
import { missingProofOf, missingProofShownBy } from './proof';

const required = { asksForPhoto: true, asksForSignature: true };

test('nothing is lacking where nothing is required', () => {
  expect(missingProofOf({ asksForPhoto: false, asksForSignature: false }, [])).toEqual([]);
});

test('the photo and the signature are required each by itself', () => {
  expect(missingProofOf(required, [])).toEqual(['photo', 'proof']);
  expect(missingProofOf({ ...required, asksForPhoto: false }, ['receipt'])).toEqual(['proof']);
  expect(missingProofOf(required, ['fuel', 'signature'])).toEqual([]);
});

test('a photo that no one is aboard stands in for the signature, and for nothing else', () => {
  expect(missingProofOf(required, ['nobody_aboard'])).toEqual(['photo']);
  expect(missingProofOf(required, ['fuel'])).toEqual(['proof']);
});

test('a picture that comes later ends its lack', () => {
  expect(missingProofShownBy('fuel')).toBe('photo');
  expect(missingProofShownBy('signature')).toBe('proof');
  expect(missingProofShownBy('nobody_aboard')).toBe('proof');
});
